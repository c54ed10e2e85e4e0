// An assembly file lets futex_linux.go declare functions without a body.
