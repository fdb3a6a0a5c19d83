package myelin

import (
	"context"
	"io"
	"os"
)

// ConnectStdio opens the connection to the server that started this program as a plugin, over standard input and
// output. They are the protocol's from then on: os.Stdout means os.Stderr, and os.Stdin is empty. Of the options,
// those about the server's process do not count. ctx bounds the start only. Errors: DISCONNECTED, VERSION_MISMATCH, CANCELLED.
func ConnectStdio(ctx context.Context, options ...SpawnOption) (*Client, error) {
	over, err := takeStdio()
	if err != nil {
		return nil, err
	}
	return connect(ctx, over, chooseOptions(options))
}

// Serve says that all hooks and tools are registered, and returns when the server is gone: what a plugin in a process
// of its own ends with. Errors: HOOK_REJECTED if one was refused, CANCELLED at the end of ctx.
func (c *Client) Serve(ctx context.Context) error {
	if err := c.pending.wait(ctx); err != nil {
		return err
	}
	if err := c.notify("plugin/ready", struct{}{}); err != nil {
		return err
	}
	select {
	case <-c.over:
		return nil
	case <-ctx.Done():
		return cancelled("serving", context.Cause(ctx))
	}
}

// takeStdio takes standard input and output from the program.
func takeStdio() (transport, error) {
	nothing, err := os.Open(os.DevNull)
	if err != nil {
		return transport{}, err
	}
	input, output := os.Stdin, os.Stdout
	os.Stdin, os.Stdout = nothing, os.Stderr
	// Closing a blocking standard input would wait for the reader; the pipe stands between them.
	reader, feed := io.Pipe()
	go func() {
		_, err := io.Copy(feed, input)
		_ = feed.CloseWithError(err)
	}()
	return transport{reader: reader, writer: output, end: func() *Error {
		_ = reader.Close()
		return &Error{Code: CodeDisconnected, Message: "the server that started this program is gone"}
	}}, nil
}
