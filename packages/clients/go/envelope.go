package myelin

import (
	"encoding/json"
	"errors"
	"slices"
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

// errNoPlace is for an event that cannot be used: it does not say where it belongs.
var errNoPlace = errors.New("it needs a sessionId, a seq that is a whole number, an event that is an object and maybe promptIds")

// maxSeq is the largest number that every language reads as it was written.
const maxSeq = 1<<53 - 1

var placeMembers = []string{"sessionId", "seq", "prev", "promptIds", "event"}

func parseSentEvent(params []byte) (sent sentEvent, err error) {
	prev := int64(-1)
	sent.envelope.Seq = -1
	hasSession := false
	err = eachMember(params, func(name string, raw []byte) error {
		if raw[0] == 'n' && slices.Contains(placeMembers, name) {
			return errNoPlace
		}
		switch name {
		case "sessionId":
			hasSession = true
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
	if err == nil && (!hasSession || sent.envelope.Seq < 0 || sent.envelope.Seq > maxSeq || !isObject(sent.event)) {
		err = errNoPlace
	}
	sent.prev = prev
	if prev < 0 {
		sent.prev = sent.envelope.Seq - 1
	}
	return sent, err
}
