package myelin

import (
	"bytes"
	"context"
	"io"
	"testing"
)

// BenchmarkDelta is what one text delta costs from the pipe to a consumer that does not read its snapshot.
func BenchmarkDelta(b *testing.B) {
	const line = `{"jsonrpc":"2.0","method":"session/event","params":{"sessionId":"s1","seq":123456,"event":{"type":"message_update","delta":" word"}}}` + "\n"
	session := newSession(&Client{}, "s1")
	c := &Client{sessions: map[string]*Session{"s1": session}}
	c.connection = newConnection(transport{
		reader: io.NopCloser(bytes.NewReader(bytes.Repeat([]byte(line), b.N))),
		writer: io.Discard,
		end:    func() *Error { return &Error{Code: CodeProcessExited} },
	}, handlers{notify: c.notified, closed: c.disconnected})
	events := session.Events(context.Background())
	b.ReportAllocs()
	b.ResetTimer()
	c.connection.start()
	count := 0
	for _, err := range events {
		if err == nil {
			count++
		}
	}
	if count != b.N {
		b.Fatalf("%d of %d deltas came", count, b.N)
	}
}
