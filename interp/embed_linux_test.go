package interp_test

import "unsafe"

const prGetChildSubreaper = 37

func addressOf(p *int32) uintptr { return uintptr(unsafe.Pointer(p)) }
