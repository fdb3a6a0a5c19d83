package myelin

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// graces are how long the parts of an end may take.
type graces struct {
	// close is for a server whose stdin was closed, before SIGTERM.
	close time.Duration
	// kill comes after that, before SIGKILL.
	kill time.Duration
	// drain is for output that may still come from a process that is gone: somebody else holds its pipe.
	drain time.Duration
}

var defaultGraces = graces{close: 2 * time.Second, kill: time.Second, drain: 500 * time.Millisecond}

// process is a server that we started and own, with everything in its process group.
type process struct {
	command []string
	cmd     *exec.Cmd
	stdin   *os.File
	stdout  *os.File
	stderr  *tail
	drained chan struct{}
	exited  chan struct{}
	stopped sync.Once
	graces  graces
}

// pipes are both ends of the three streams of a child.
type pipes struct {
	stdin, stdout, stderr [2]*os.File
}

// processOptions say how a process is started.
type processOptions struct {
	command []string
	dir     string
	// env is added to the environment of this process.
	env []string
	// stderr is given a copy of the child's, unless it is nil.
	stderr io.Writer
	graces graces
}

// startProcess starts a command in a process group of its own.
func startProcess(options processOptions) (*process, error) {
	command := options.command
	if len(command) == 0 {
		return nil, spawnFailed(command, errors.New("the command is empty"))
	}
	ends, err := openPipes()
	if err != nil {
		return nil, spawnFailed(command, err)
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = options.dir
	cmd.Env = append(os.Environ(), options.env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = ends.stdin[0], ends.stdout[1], ends.stderr[1]
	ownGroup(cmd)
	err = cmd.Start()
	closeAll(ends.stdin[0], ends.stdout[1], ends.stderr[1])
	if err != nil {
		closeAll(ends.stdin[1], ends.stdout[0], ends.stderr[0])
		return nil, spawnFailed(command, err)
	}
	p := &process{
		command: command,
		cmd:     cmd,
		stdin:   ends.stdin[1],
		stdout:  ends.stdout[0],
		stderr:  newTail(options.stderr),
		drained: make(chan struct{}),
		exited:  make(chan struct{}),
		graces:  options.graces,
	}
	go p.drain(ends.stderr[0])
	go p.reap(ends.stderr[0])
	return p, nil
}

func spawnFailed(command []string, cause error) *Error {
	return &Error{
		Code:    CodeSpawnFailed,
		Message: fmt.Sprintf("starting %q failed: %v", strings.Join(command, " "), cause),
		Cause:   cause,
	}
}

func openPipes() (ends pipes, err error) {
	var opened []*os.File
	for _, end := range []*[2]*os.File{&ends.stdin, &ends.stdout, &ends.stderr} {
		if end[0], end[1], err = os.Pipe(); err != nil {
			closeAll(opened...)
			return ends, err
		}
		opened = append(opened, end[0], end[1])
	}
	return ends, nil
}

func closeAll(files ...*os.File) {
	for _, file := range files {
		_ = file.Close()
	}
}

func (p *process) drain(stderr *os.File) {
	_, _ = io.Copy(p.stderr, stderr)
	p.stderr.end()
	close(p.drained)
}

// reap waits for the end of the child, takes its group with it, and tells it only when stderr is complete.
func (p *process) reap(stderr *os.File) {
	_ = p.cmd.Wait()
	killGroup(p.cmd.Process.Pid)
	select {
	case <-p.drained:
	case <-time.After(p.graces.drain):
	}
	closeAll(stderr, p.stdin)
	_ = p.stdout.SetReadDeadline(time.Now().Add(p.graces.drain))
	close(p.exited)
}

// stop ends the process and returns when it is gone: its stdin is closed, then it is asked, then killed.
func (p *process) stop() {
	p.stopped.Do(func() {
		_ = p.stdin.Close()
		if p.gone(p.graces.close) {
			return
		}
		terminateGroup(p.cmd.Process.Pid)
		if p.gone(p.graces.kill) {
			return
		}
		killGroup(p.cmd.Process.Pid)
	})
	<-p.exited
}

func (p *process) gone(within time.Duration) bool {
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case <-p.exited:
		return true
	case <-timer.C:
		return false
	}
}

// exitError tells how the process ended, with the last it said; only after exited.
func (p *process) exitError() *Error {
	state := p.cmd.ProcessState
	exit := &ProcessExit{Code: state.ExitCode(), Status: state.String(), Stderr: p.stderr.String()}
	message := fmt.Sprintf("the server %q ended with %s", strings.Join(p.command, " "), exit.Status)
	if said := strings.TrimSpace(exit.Stderr); said != "" {
		message += "; its stderr ends with:\n" + said
	}
	return &Error{Code: CodeProcessExited, Message: message, Exit: exit}
}

// transport lends the process's pipes to a connection.
func (p *process) transport() transport {
	return transport{reader: p.stdout, writer: p.stdin, end: func() *Error {
		p.stop()
		return p.exitError()
	}}
}
