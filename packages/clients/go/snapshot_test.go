package myelin

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"reflect"
	"strings"
	"testing"
)

func readUpdate(t *testing.T, i *inflater, seq int64, wire string) MessageUpdate {
	t.Helper()
	update, ok := i.next(seq, json.RawMessage(wire)).(MessageUpdate)
	if !ok {
		t.Fatalf("%s is no update", wire)
	}
	return update
}

func TestASnapshotIsThatOfItsMomentAlsoWhenItsDeltaIsToldAgain(t *testing.T) {
	inflater := newInflater()
	inflater.next(1, json.RawMessage(`{"type":"message_start","message":{"role":"assistant","id":"m1","timestamp":1,"content":[],"model":{"provider":"p","id":"i"}}}`))
	readUpdate(t, inflater, 2, `{"type":"message_update","delta":"Hel","deltaKind":"text","contentIndex":0}`)
	first := readUpdate(t, inflater, 3, `{"type":"message_update","delta":"lo"}`)
	readUpdate(t, inflater, 4, `{"type":"message_update","delta":"!","contentIndex":1}`)
	inflater.rewind(2)
	again := readUpdate(t, inflater, 3, `{"type":"message_update","delta":"p!","deltaKind":"text","contentIndex":0}`)
	if found := again.Message().Content; !reflect.DeepEqual(found, []ContentBlock{TextBlock{Text: "Help!"}}) {
		t.Errorf("found %v", found)
	}
	if found := first.Message().Content; !reflect.DeepEqual(found, []ContentBlock{TextBlock{Text: "Hello"}}) {
		t.Errorf("what was given out before became %v", found)
	}
	if id := again.Message().ID; id != "m1" {
		t.Errorf("the message is called %q", id)
	}
}

func TestASnapshotIsThatOfAnEarlierMomentAlsoBetweenDeltasThatCameAsOne(t *testing.T) {
	grown := newSnapshot(AssistantMessage{}, 1)
	grown.add(2, "a", DeltaKindText, 0, nil)
	grown.add(5, "bcd", DeltaKindText, 0, nil)
	grown.add(6, "e", DeltaKindText, 0, nil)
	for seq, wanted := range map[int64]string{1: "!", 2: "a!", 4: "a!", 5: "abcd!", 6: "abcde!"} {
		found := grown.until(seq).add(seq+1, "!", DeltaKindText, 0, nil)().Content
		if !reflect.DeepEqual(found, []ContentBlock{TextBlock{Text: wanted}}) {
			t.Errorf("after %d: found %v", seq, found)
		}
	}
}

func TestAMessageThatWasNeverBegunIsWhatCameOfItUnderAnEmptyID(t *testing.T) {
	inflater := newInflater()
	inflater.rewind(3)
	update := readUpdate(t, inflater, 4, `{"type":"message_update","delta":"{}","deltaKind":"tool_call","contentIndex":1}`)
	args := "{}"
	wanted := AssistantMessage{Content: []ContentBlock{TextBlock{}, ToolCallBlock{Args: map[string]any{}, ArgsText: &args}}}
	if found := update.Message(); !reflect.DeepEqual(found, wanted) {
		t.Errorf("found %+v", found)
	}
}

func TestAnUpdateThatIsNoneLeavesNothingBehindAndTheFirstIsWarnedOf(t *testing.T) {
	var said bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&said, nil)))
	defer slog.SetDefault(before)
	inflater := newInflater()
	for seq, wire := range []string{`{"type":"message_update","delta":5,"contentIndex":3}`, `{"type":"message_update","deltaKind":"thinking"}`} {
		if event, ok := inflater.next(int64(seq), json.RawMessage(wire)).(UnknownEvent); !ok || string(event.Raw) != wire {
			t.Errorf("%s became %v", wire, event)
		}
	}
	update := readUpdate(t, inflater, 2, `{"type":"message_update","delta":"whole"}`)
	if found := update.Message().Content; !reflect.DeepEqual(found, []ContentBlock{TextBlock{Text: "whole"}}) {
		t.Errorf("found %v", found)
	}
	if count := strings.Count(said.String(), "breaks the protocol"); count != 1 {
		t.Errorf("warned %d times: %s", count, said.String())
	}
}
