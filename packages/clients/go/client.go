package myelin

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// The protocol versions that this package understands, both included.
const (
	minProtocol = 1
	maxProtocol = 1
)

// SpawnOption changes how [Spawn] starts a server.
type SpawnOption func(*spawnOptions)

type spawnOptions struct {
	name    string
	command []string
	dir     string
	env     []string
	stderr  io.Writer
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

// WithStderr copies what the server writes on stderr; without it, only its end is kept for errors.
func WithStderr(stderr io.Writer) SpawnOption {
	return func(o *spawnOptions) { o.stderr = stderr }
}

// Client is a connection to a server that this program started, or that started this program. It may be used by many goroutines.
type Client struct {
	connection *connection
	server     InitializeResult
	hooks      *hookTable
	tools      *toolTable
	pending    registrations

	// over is closed when the connection has ended.
	over chan struct{}

	mu       sync.Mutex
	sessions map[string]*Session
}

// Spawn starts a server and opens the connection. ctx bounds the start only: ending it later changes nothing. The
// caller must Close the client. Errors: SPAWN_FAILED, PROCESS_EXITED, VERSION_MISMATCH, CANCELLED.
func Spawn(ctx context.Context, options ...SpawnOption) (*Client, error) {
	chosen := spawnOptions{name: "myelin-go"}
	for _, option := range options {
		option(&chosen)
	}
	command, err := findCommand(chosen.command)
	if err != nil {
		return nil, err
	}
	process, err := startProcess(processOptions{
		command: command, dir: chosen.dir, env: chosen.env, stderr: chosen.stderr, graces: defaultGraces,
	})
	if err != nil {
		return nil, err
	}
	return connect(ctx, process.transport(), chosen.name)
}

// connect opens a connection over a transport, which it ends if that fails.
func connect(ctx context.Context, over transport, name string) (*Client, error) {
	c := &Client{hooks: newHookTable(), tools: newToolTable(), sessions: map[string]*Session{}, over: make(chan struct{})}
	c.connection = newConnection(over, handlers{notify: c.notified, serve: c.serve, closed: c.disconnected})
	c.connection.start()
	if err := c.initialize(ctx, name); err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

func (c *Client) initialize(ctx context.Context, name string) error {
	params := InitializeParams{
		ClientInfo:      ClientInfo{Name: name},
		ProtocolVersion: VersionWindow{Min: minProtocol, Max: maxProtocol},
	}
	server, err := request[InitializeResult](ctx, c.connection, "initialize", params)
	if err != nil {
		return err
	}
	if err := checkVersion(server); err != nil {
		return err
	}
	c.server = server
	c.connection.limit.Store(c.server.Limits.MaxFrameBytes)
	return nil
}

func checkVersion(server InitializeResult) error {
	version, upgrade := server.ProtocolVersion, ""
	switch {
	case version < minProtocol:
		upgrade = "the server"
	case version > maxProtocol:
		upgrade = "this client"
	default:
		return nil
	}
	return &Error{
		Code: CodeVersionMismatch,
		Message: fmt.Sprintf("this client speaks protocol versions %d to %d, the server %s chose %d; upgrade %s",
			minProtocol, maxProtocol, server.ServerInfo.Name, version, upgrade),
	}
}

// Server is what the server said of itself: its name, the protocol version in use, and the limits in force.
func (c *Client) Server() InitializeResult { return c.server }

// Close ends the server: its sessions are closed, its process and all that it started are gone when Close returns.
// What still waits fails with DISCONNECTED. It may be called more than once, also from a handler.
func (c *Client) Close() error {
	c.connection.close()
	return nil
}

// Models lists the models to choose from.
func (c *Client) Models(ctx context.Context) (ModelList, error) {
	return request[ModelList](ctx, c.connection, "models/list", nil)
}

// Plugins lists the plugins of the server in load order, this program among them once it registered something.
func (c *Client) Plugins(ctx context.Context) ([]PluginInfo, error) {
	answer, err := request[PluginList](ctx, c.connection, "plugins/list", nil)
	return answer.Plugins, err
}

// Sessions lists the sessions that the server holds.
func (c *Client) Sessions(ctx context.Context) ([]SessionInfo, error) {
	answer, err := request[SessionList](ctx, c.connection, "session/list", nil)
	return answer.Sessions, err
}

// CreateSession makes a session, to whose events this client is subscribed.
func (c *Client) CreateSession(ctx context.Context, options SessionOptions) (*Session, error) {
	var session *Session
	var failure error
	call, err := c.connection.begin(ctx, "session/create", options.params(), func(raw json.RawMessage) {
		session, failure = c.adopt(raw)
	})
	if err != nil {
		return nil, err
	}
	if _, err := c.connection.wait(ctx, call); err != nil {
		return nil, err
	}
	return session, failure
}

// adopt makes the session known before the reader looks at its first event.
func (c *Client) adopt(raw json.RawMessage) (*Session, error) {
	var created SessionResult
	if err := decodeAnswer("session/create", raw, &created); err != nil {
		return nil, err
	}
	session := newSession(c, created.SessionID)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sessions[session.id] = session
	return session, nil
}

func (c *Client) session(id string) *Session {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sessions[id]
}

func (c *Client) forget(session *Session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.sessions, session.id)
}

// notified runs on the reader. Notifications that this version does not know mean nothing to it.
func (c *Client) notified(method string, params json.RawMessage) {
	if method != "session/event" {
		return
	}
	sent, err := parseSentEvent(params)
	if err != nil {
		return
	}
	if session := c.session(sent.sessionID); session != nil {
		session.deliver(sent)
	}
}

func (c *Client) serve(ctx context.Context, method string, params json.RawMessage) (any, *failure) {
	switch method {
	case "hook/call":
		return c.callHook(ctx, params)
	case "tool/execute":
		return c.executeTool(ctx, params)
	default:
		return nil, methodNotFound(method)
	}
}

func (c *Client) disconnected(reason *Error) {
	c.mu.Lock()
	sessions := c.sessions
	c.sessions = nil
	c.mu.Unlock()
	for _, session := range sessions {
		session.end(reason)
	}
	close(c.over)
}
