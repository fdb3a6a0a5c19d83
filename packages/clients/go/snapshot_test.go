package myelin

import (
	"encoding/json"
	"reflect"
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
