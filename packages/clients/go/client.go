package myelin

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
)

// Client is a connection to a server that this program started or found, or that started this program. It may be used by
// many goroutines.
type Client struct {
	options spawnOptions
	// dial makes the connection anew, or is nil where there is only one.
	dial     func(ctx context.Context) (transport, error)
	link     *link
	hooks    *hookTable
	tools    *scopedTable[Tool]
	commands *scopedTable[Command]
	offers   offers
	pending  registrations
	// isQuiet is whether the reader has handed on all that came.
	isQuiet atomic.Bool

	// life is ended by Close, over is closed when no connection is left.
	life    context.Context
	endLife context.CancelFunc
	over    chan struct{}
	leaving sync.Once

	mu       sync.Mutex
	server   InitializeResult
	sessions map[string]*Session
	// unanswered are the prompts that were sent and have no answer, in their order.
	unanswered []*Run
}

// Spawn starts a server and opens the connection. ctx bounds the start only: ending it later changes nothing. The
// caller must Close the client. Errors: SPAWN_FAILED, PROCESS_EXITED, VERSION_MISMATCH, CANCELLED.
func Spawn(ctx context.Context, options ...SpawnOption) (*Client, error) {
	chosen := chooseOptions(options)
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
	starting, cancel := context.WithTimeout(ctx, chosen.start)
	defer cancel()
	client, err := connect(starting, process.transport(), chosen)
	if err != nil && starting.Err() != nil && ctx.Err() == nil {
		return nil, spawnFailed(command, fmt.Errorf("it did not answer within %s; its stderr ends with: %q", chosen.start, process.stderr))
	}
	return client, err
}

func newClient(options spawnOptions, renews bool) *Client {
	life, endLife := context.WithCancel(context.Background())
	return &Client{
		options: options, link: newLink(renews), hooks: newHookTable(), tools: newScopedTable[Tool](), commands: newScopedTable[Command](),
		sessions: map[string]*Session{}, life: life, endLife: endLife, over: make(chan struct{}),
	}
}

// connect opens a client's only connection, over a transport which it ends if that fails.
func connect(ctx context.Context, over transport, options spawnOptions) (*Client, error) {
	c := newClient(options, false)
	connection, err := c.open(ctx, over)
	if err != nil {
		return nil, err
	}
	if !c.link.use(connection) {
		return nil, connection.failure()
	}
	return c, nil
}

// open says hello over a transport, which it ends if that fails.
func (c *Client) open(ctx context.Context, over transport) (*connection, error) {
	var opened *connection
	opened = newConnection(over, handlers{
		notify: c.notified,
		serve:  c.serve,
		quiet:  c.quiet,
		closed: func(reason *Error) { c.lost(opened, reason) },
	})
	opened.start()
	if err := c.initialize(ctx, opened); err != nil {
		opened.close()
		return nil, err
	}
	return opened, nil
}

// Server is what the server said of itself: its name, the protocol version in use, and the limits in force.
func (c *Client) Server() InitializeResult {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.server
}

// Close ends the connection, and the server if this program started it: its sessions are closed, its process and all that
// it started are gone when Close returns. What still waits fails with DISCONNECTED. It may be called more than once, also
// from a handler.
func (c *Client) Close() error {
	c.endLife()
	if connection := c.link.now(); connection != nil {
		c.takeLeave(connection)
		connection.close()
	}
	<-c.over
	return nil
}

// begin puts a request in line as soon as there is a connection.
func (c *Client) begin(ctx context.Context, method string, params any, answered func(json.RawMessage)) (*call, error) {
	connection, err := c.link.wait(ctx)
	if err != nil {
		return nil, err
	}
	return connection.begin(ctx, method, params, answered)
}

// notify puts a notification in line, if there is a connection.
func (c *Client) notify(method string, params any) error {
	connection := c.link.now()
	if connection == nil {
		return nil
	}
	return connection.notify(method, params)
}

// notified runs on the reader. Notifications that this version does not know mean nothing to it.
func (c *Client) notified(method string, params json.RawMessage) error {
	if method != "session/event" {
		return nil
	}
	sent, err := parseSentEvent(params)
	if err != nil {
		return fmt.Errorf("session/event: %w", err)
	}
	if session := c.session(sent.envelope.SessionID); session != nil {
		session.deliver(sent, len(params))
	}
	return nil
}

// quiet runs on the reader when it has handed on all that came.
func (c *Client) quiet(isQuiet bool) {
	c.isQuiet.Store(isQuiet)
	if !isQuiet {
		return
	}
	for _, session := range c.held() {
		session.settle()
	}
}

func (c *Client) serve(ctx context.Context, method string, params json.RawMessage) (any, *failure) {
	switch method {
	case "hook/call":
		return c.callHook(ctx, params)
	case "tool/execute":
		return c.executeTool(ctx, params)
	case "tool/preview":
		return c.previewTool(ctx, params)
	case "command/execute":
		return c.executeCommand(ctx, params)
	case "ui/ask":
		return c.answerQuestion(ctx, params)
	default:
		return nil, methodNotFound(method)
	}
}

// finish ends everything: no connection is left.
func (c *Client) finish(reason *Error) {
	c.mu.Lock()
	sessions := c.sessions
	c.sessions = nil
	c.mu.Unlock()
	for _, session := range sessions {
		session.end(reason)
	}
	c.link.end(reason)
	close(c.over)
}
