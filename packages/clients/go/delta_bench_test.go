package myelin

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"testing"
)

// BenchmarkDelta is what one text delta costs from the pipe to a consumer that does not read its snapshot.
func BenchmarkDelta(b *testing.B) {
	const line = `{"jsonrpc":"2.0","method":"session/event","params":{"sessionId":"s1","seq":%d,"event":{"type":"message_update","delta":" word"}}}` + "\n"
	var lines bytes.Buffer
	for i := range b.N {
		_, _ = fmt.Fprintf(&lines, line, i+1)
	}
	c := newClient(spawnOptions{}, false)
	session := newSession(c, SessionOpenResult{SessionID: "s1"}, beginning{})
	c.sessions["s1"] = session
	var reading *connection
	reading = newConnection(transport{
		reader: io.NopCloser(&lines),
		writer: io.Discard,
		end:    func() *Error { return &Error{Code: CodeProcessExited} },
	}, handlers{notify: c.notified, quiet: c.quiet, closed: func(reason *Error) { c.lost(reading, reason) }})
	c.link.use(reading)
	events := session.Events(context.Background())
	b.ReportAllocs()
	b.ResetTimer()
	reading.start()
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
