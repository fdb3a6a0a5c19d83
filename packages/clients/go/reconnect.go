package myelin

import (
	"context"
	"fmt"
	"net"
	"time"
)

// The pauses before attempts to connect again. The server is to notice the loss too, before a hook of the same name comes.
const (
	firstPause = 50 * time.Millisecond
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

// leaveGrace is how long a server on a socket may take to let a client go.
const leaveGrace = 2 * time.Second

// takeLeave has a server that lives on take the client's hooks and tools back; a guard that is merely lost stays a shut gate.
func (c *Client) takeLeave(connection *connection) {
	if c.dial == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), leaveGrace)
	defer cancel()
	c.leaving.Do(func() { _ = do(ctx, connection, "shutdown", nil) })
}

// lost is told of the end of each connection.
func (c *Client) lost(connection *connection, reason *Error) {
	if !c.link.drop(connection) {
		return
	}
	switch isClosed := c.life.Err() != nil; {
	case isClosed && isLost(reason):
		c.finish(closedError())
		return
	case isClosed || !c.link.renews || !isLost(reason):
		c.finish(reason)
		return
	}
	go c.reconnect(reason)
}

// reconnect tries until there is a connection, or it has taken too long, or the program closes the client.
func (c *Client) reconnect(reason *Error) {
	ctx, cancel := context.WithTimeout(c.life, c.options.reconnect)
	defer cancel()
	var err error = reason
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		select {
		case <-ctx.Done():
			c.finish(c.givenUp(reason, err))
			return
		case <-time.After(pause):
		}
		if err = c.renew(ctx); err == nil {
			return
		}
	}
}

func (c *Client) givenUp(reason *Error, err error) *Error {
	if c.life.Err() != nil {
		return closedError()
	}
	return &Error{
		Code:    CodeDisconnected,
		Message: fmt.Sprintf("%s, and could not be made again within %v: %v", reason.Message, c.options.reconnect, err),
		Cause:   err,
	}
}

// renew makes one attempt, which ends with ctx.
func (c *Client) renew(ctx context.Context) error {
	connection, err := c.dialAgain(ctx)
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { c.abandon(connection) })
	defer stop()
	if err := c.resume(ctx, connection); err != nil {
		c.abandon(connection)
		return err
	}
	if !c.link.use(connection) {
		return connection.failure()
	}
	if c.life.Err() != nil {
		c.abandon(connection)
	}
	return nil
}

// abandon ends a connection that is not used yet. The program may have closed the client meanwhile: events came already.
func (c *Client) abandon(connection *connection) {
	if c.life.Err() != nil {
		c.takeLeave(connection)
	}
	connection.close()
}
