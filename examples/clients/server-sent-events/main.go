// Forwards a session to browsers by server-sent events: `curl -N URL/events` shows it, `curl -d 'who are you?' URL/prompt`
// prompts. A browser that comes back says the last event it has, and goes on behind it.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"

	myelin "myelin.dev/go"
)

func main() {
	ctx := context.Background()
	client, err := myelin.Spawn(ctx)
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	session, err := client.CreateSession(ctx, myelin.SessionOptions{})
	if err != nil {
		log.Panic(err)
	}
	http.HandleFunc("GET /events", func(answer http.ResponseWriter, asked *http.Request) { forward(session, answer, asked) })
	http.HandleFunc("POST /prompt", func(answer http.ResponseWriter, asked *http.Request) {
		said, err := io.ReadAll(asked.Body)
		if err == nil {
			_, err = session.StartPrompt(asked.Context(), string(said)).Result()
		}
		if err != nil {
			http.Error(answer, err.Error(), http.StatusConflict)
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Panic(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	log.Panic(http.Serve(listener, nil))
}

func forward(session *myelin.Session, answer http.ResponseWriter, asked *http.Request) {
	var options []myelin.EventsOption
	// What names an event of another session, or of none, is nothing to go on from.
	of, last, _ := strings.Cut(asked.Header.Get("Last-Event-ID"), ":")
	if seq, err := strconv.ParseInt(last, 10, 64); err == nil && seq >= 0 && of == session.ID() {
		options = append(options, myelin.AfterSeq(seq))
	}
	answer.Header().Set("Content-Type", "text/event-stream")
	flush := http.NewResponseController(answer)
	events := session.Envelopes(asked.Context(), options...)
	_ = flush.Flush()
	for envelope, err := range events {
		if err != nil {
			return
		}
		data, err := json.Marshal(envelope.Event)
		if err != nil {
			return
		}
		if _, err := fmt.Fprintf(answer, "id: %s:%d\nevent: %s\ndata: %s\n\n", session.ID(), envelope.Seq, envelope.Event.Type(), data); err != nil {
			return
		}
		_ = flush.Flush()
	}
}
