package myelin

import (
	"io"
	"time"
)

// SpawnOption changes how [Spawn] starts a server, and how this program speaks to it. [Connect] and [ConnectStdio] take
// those that are about the latter.
type SpawnOption func(*spawnOptions)

type spawnOptions struct {
	name    string
	command []string
	dir     string
	env     []string
	stderr  io.Writer
	window  int64
	ask     AskHandler
	// start is how long a server that was started may take to answer.
	start time.Duration
	// reconnect is how long a lost connection is looked for.
	reconnect time.Duration
}

// defaultWindow is how many bytes of events may be on their way to a session's consumers.
const defaultWindow = 256 << 10

// defaultStart is how long a server may take to answer after it was started.
const defaultStart = 30 * time.Second

func chooseOptions(options []SpawnOption) spawnOptions {
	chosen := spawnOptions{name: "myelin-go", window: defaultWindow, start: defaultStart, reconnect: defaultReconnect}
	for _, option := range options {
		if option != nil {
			option(&chosen)
		}
	}
	return chosen
}

// WithCommand names the program that is the server, and its arguments. Without it, the environment variable
// MYELIN_COMMAND is used, else `myelin rpc` from the PATH.
func WithCommand(command ...string) SpawnOption {
	return func(o *spawnOptions) { o.command = command }
}

// WithName says who speaks: the name under which plugins/list, decisions and errors know this program.
func WithName(name string) SpawnOption {
	return func(o *spawnOptions) { o.name = name }
}

// WithDir starts the server in another folder.
func WithDir(dir string) SpawnOption {
	return func(o *spawnOptions) { o.dir = dir }
}

// WithEnv adds variables, as "NAME=value", to the environment that the server inherits.
func WithEnv(env ...string) SpawnOption {
	return func(o *spawnOptions) { o.env = append(o.env, env...) }
}

// WithStartTimeout bounds how long a server that [Spawn] started may take to answer; 30 seconds without it.
func WithStartTimeout(limit time.Duration) SpawnOption {
	return func(o *spawnOptions) { o.start = limit }
}

// WithStderr copies what the server writes on stderr; without it, only its end is kept for errors. The server does not wait
// for a writer that blocks: what it writes meanwhile is copied later as far as it is little, and left out beyond.
func WithStderr(stderr io.Writer) SpawnOption {
	return func(o *spawnOptions) { o.stderr = stderr }
}

// WithWindow bounds the events of each session that wait in this program, in bytes of their wire form; 256 KiB without it.
// The server waits when they are as many and a loop does not take them. With 0 it never does, and they pile up here.
func WithWindow(bytes int64) SpawnOption {
	return func(o *spawnOptions) { o.window = bytes }
}
