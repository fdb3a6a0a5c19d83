//go:build !unix

package myelin

import (
	"os"
	"os/exec"
)

// ownGroup does nothing where there are no process groups: only the child itself is ended there.
func ownGroup(*exec.Cmd) {}

func terminateGroup(pid int) { killGroup(pid) }

func killGroup(pid int) {
	if child, err := os.FindProcess(pid); err == nil {
		_ = child.Kill()
	}
}
