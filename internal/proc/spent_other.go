//go:build !linux || (!amd64 && !arm64)

package proc

import "errors"

func startSpent(int) (int, any, error) { return 0, nil, errors.ErrUnsupported }
