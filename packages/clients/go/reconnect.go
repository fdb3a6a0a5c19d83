package myelin

import (
	"context"
	"fmt"
	"net"
	"time"
)

// The pauses between two attempts to connect again.
const (
	firstPause = 20 * time.Millisecond
	lastPause  = time.Second
)

// defaultReconnect is how long a lost connection is looked for.
const defaultReconnect = 30 * time.Second

// WithReconnect bounds how long [Connect] looks for a server that was lost; 30 s without it, not at all with 0.
func WithReconnect(within time.Duration) SpawnOption {
	return func(o *spawnOptions) { o.reconnect = within }
}

// Connect opens a connection to a server on a Unix socket (`myelin rpc --socket PATH`). When it is lost it is made anew, and
// the program goes on where it was: hooks and tools are in force again first, then sessions go on behind the last event, then
// prompts without an answer are asked for again. Other calls that waited fail with DISCONNECTED; those made meanwhile
// wait. ctx bounds the start only. Of the options, those about the server's process do not count. Errors: DISCONNECTED,
// VERSION_MISMATCH, CANCELLED.
func Connect(ctx context.Context, path string, options ...SpawnOption) (*Client, error) {
	chosen := chooseOptions(options)
	c := newClient(chosen, chosen.reconnect > 0)
	c.dial = func(ctx context.Context) (transport, error) { return dialSocket(ctx, path) }
	connection, err := c.dialAgain(ctx)
	if err != nil {
		return nil, err
	}
	if !c.link.use(connection) {
		return nil, connection.failure()
	}
	return c, nil
}

func dialSocket(ctx context.Context, path string) (transport, error) {
	var dialer net.Dialer
	socket, err := dialer.DialContext(ctx, "unix", path)
	if err != nil {
		if ctx.Err() != nil {
			return transport{}, cancelled("connecting to "+path, context.Cause(ctx))
		}
		return transport{}, &Error{
			Code:    CodeDisconnected,
			Message: fmt.Sprintf("no server answers on the socket %s: %v; start one by `myelin rpc --socket %s`", path, err, path),
			Cause:   err,
		}
	}
	return transport{reader: socket, writer: socket, end: func() *Error {
		_ = socket.Close()
		return &Error{Code: CodeDisconnected, Message: "the connection to " + path + " was lost", Cause: errLost}
	}}, nil
}

func (c *Client) dialAgain(ctx context.Context) (*connection, error) {
	over, err := c.dial(ctx)
	if err != nil {
		return nil, err
	}
	return c.open(ctx, over)
}

// lost is told of the end of each connection.
func (c *Client) lost(connection *connection, reason *Error) {
	if !c.link.drop(connection) {
		return
	}
	if c.isClosed() || !c.link.canRenew() || !isLost(reason) {
		c.finish(reason)
		return
	}
	for _, session := range c.held() {
		session.pause()
	}
	go c.reconnect(reason)
}

func (c *Client) isClosed() bool {
	select {
	case <-c.closed:
		return true
	default:
		return false
	}
}

// reconnect tries until there is a connection, or it has taken too long, or the program closes the client.
func (c *Client) reconnect(reason *Error) {
	ctx, cancel := context.WithTimeout(context.Background(), c.options.reconnect)
	defer cancel()
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		err := c.renew(ctx)
		if err == nil {
			return
		}
		select {
		case <-c.closed:
			c.finish(&Error{Code: CodeDisconnected, Message: errClosed.Error(), Cause: errClosed})
			return
		case <-ctx.Done():
			c.finish(&Error{Code: CodeDisconnected, Message: fmt.Sprintf("%s, and could not be made again within %v: %v", reason.Message, c.options.reconnect, err), Cause: err})
			return
		case <-time.After(pause):
		}
	}
}

// renew makes one attempt.
func (c *Client) renew(ctx context.Context) error {
	connection, err := c.dialAgain(ctx)
	if err != nil {
		return err
	}
	stop := closeWhen(c.closed, connection)
	defer stop()
	if err := c.resume(ctx, connection); err != nil {
		connection.close()
		return err
	}
	if !c.link.use(connection) {
		return connection.failure()
	}
	if c.isClosed() {
		connection.close()
	}
	return nil
}

// closeWhen ends a connection when the program closes the client meanwhile.
func closeWhen(closed <-chan struct{}, connection *connection) (stop func()) {
	over := make(chan struct{})
	go func() {
		select {
		case <-closed:
			connection.close()
		case <-over:
		}
	}()
	return func() { close(over) }
}
