// Package event has the events that a shell of package interp reports.
package event
