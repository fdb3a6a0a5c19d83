package myelin

import (
	"encoding/json"
	"time"
)

// Envelope is an event with its place in the session.
type Envelope struct {
	SessionID string
	// Seq only rises, and is never used twice: what [AfterSeq] goes on behind.
	Seq int64
	// At is when it happened; zero for deltas, which do not say.
	At time.Time
	// RunID and PromptIDs name the run that begins or ends, and the prompts that it answers; else they are not set.
	RunID     string
	PromptIDs []string
	Event     SessionEvent
}

// sentEvent is session/event as it travels. The event lies in the frame it was read from.
type sentEvent struct {
	envelope Envelope
	// prev is the event sent before it.
	prev  int64
	event json.RawMessage
}

func parseSentEvent(params []byte) (sent sentEvent, err error) {
	prev := int64(-1)
	err = eachMember(params, func(name string, raw []byte) error {
		switch name {
		case "sessionId":
			return readString(raw, &sent.envelope.SessionID)
		case "seq":
			return readInt(raw, &sent.envelope.Seq)
		case "prev":
			return readInt(raw, &prev)
		case "at":
			var at int64
			err := readInt(raw, &at)
			sent.envelope.At = time.UnixMilli(at)
			return err
		case "runId":
			return readString(raw, &sent.envelope.RunID)
		case "promptIds":
			return json.Unmarshal(raw, &sent.envelope.PromptIDs)
		case "event":
			sent.event = raw
		}
		return nil
	})
	sent.prev = prev
	if prev < 0 {
		sent.prev = sent.envelope.Seq - 1
	}
	return sent, err
}
