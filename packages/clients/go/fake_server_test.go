package myelin

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// patience is how long these tests wait for anything.
const patience = 60 * time.Second

// fakeServer is the other end of a connection: a test says what it sends, and sees what the client sent.
type fakeServer struct {
	t     *testing.T
	lines *bufio.Scanner
	out   io.WriteCloser
	// seq is that of the newest event.
	seq int
}

// newFake is a connection to a server that a test plays; the connection has yet to be started.
func newFake(t *testing.T, handlers handlers) (*connection, *fakeServer) {
	t.Helper()
	over, server := fakeTransport(t)
	if handlers.notify == nil {
		handlers.notify = func(string, json.RawMessage) error { return nil }
	}
	if handlers.quiet == nil {
		handlers.quiet = func(bool) {}
	}
	if handlers.closed == nil {
		handlers.closed = func(*Error) {}
	}
	c := newConnection(over, handlers)
	t.Cleanup(func() { c.close() })
	return c, server
}

func fakeTransport(t *testing.T) (transport, *fakeServer) {
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	lines := bufio.NewScanner(fromClient)
	lines.Buffer(nil, 64<<20)
	end := func() *Error {
		_ = toServer.Close()
		_ = fromClient.Close()
		_ = toClient.Close()
		return &Error{Code: CodeProcessExited, Message: "the fake server ended", Exit: &ProcessExit{Code: 3}}
	}
	t.Cleanup(func() { end() })
	return transport{reader: fromServer, writer: toServer, end: end}, &fakeServer{t: t, lines: lines, out: toClient}
}

// newFakeClient is a client whose session "s1" a test plays the server of.
func newFakeClient(t *testing.T) (*Client, *Session, *fakeServer) {
	t.Helper()
	over, server := fakeTransport(t)
	var c *Client
	var err error
	server.while(func() { c, err = connect(context.Background(), over, chooseOptions([]SpawnOption{WithName("test")})) }, func() {
		server.answer(server.receive("initialize"), `{"serverInfo":{"name":"fake"},"protocolVersion":1,"capabilities":{},"limits":{"maxFrameBytes":1000000}}`)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	var session *Session
	server.while(func() { session, err = c.CreateSession(context.Background(), SessionOptions{}) }, func() {
		server.answer(server.receive("session/create"), `{"sessionId":"s1","seq":0,"state":{"sessionId":"s1","cwd":"/","thinkingLevel":"off","isRunning":false,"pendingToolCalls":[],"steering":[],"followUp":[],"totalUsage":{"inputTokens":0,"outputTokens":0,"cacheReadTokens":0,"cacheWriteTokens":0}}}`)
	})
	if err != nil {
		t.Fatal(err)
	}
	return c, session, server
}

// while does what the server does during a call of the client.
func (s *fakeServer) while(call, serve func()) {
	s.t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		call()
	}()
	serve()
	await(s.t, done)
}

func await(t *testing.T, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(patience):
		t.Fatalf("nothing happened within %v", patience)
	}
}

// receive reads the client's next message, which must be of this method ("" for an answer). Acknowledgements before it
// are left out, unless they are what is asked for.
func (s *fakeServer) receive(method string) message {
	s.t.Helper()
	for s.lines.Scan() {
		m, err := parseMessage(bytes.Clone(s.lines.Bytes()))
		if err == nil && m.Method == method {
			return m
		}
		if err != nil || m.Method != "session/ack" {
			s.t.Fatalf("expected %q, the client sent %s", method, s.lines.Text())
		}
	}
	s.t.Fatalf("the client closed, expected %q", method)
	return message{}
}

func (s *fakeServer) send(line string) {
	s.t.Helper()
	if _, err := io.WriteString(s.out, line+"\n"); err != nil {
		s.t.Fatalf("sending %.100s: %v", line, err)
	}
}

func (s *fakeServer) answer(to message, result string) {
	s.t.Helper()
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, to.ID, result))
}

// event sends an event of session s1; more are further members of its envelope, each ended by a comma.
func (s *fakeServer) event(event string, more ...string) {
	s.t.Helper()
	s.seq++
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"session/event","params":{"sessionId":"s1",%s"seq":%d,"event":%s}}`, strings.Join(more, ""), s.seq, event))
}
