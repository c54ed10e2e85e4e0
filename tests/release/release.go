// Package release holds tests of what is built for others: the release with its Debian package, an
// installation by make, and the module under another path. They compile everything anew, so they
// are a package of their own, which runs beside the other tests.
//
// There is no code here except the tests.
package release
