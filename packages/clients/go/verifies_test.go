package myelin_test

import "testing"

// verifies says that the running test proves these requirements of
// test/requirements.json. They count only when the test passes.
func verifies(t testing.TB, ids ...string) {
	t.Helper()
	for _, id := range ids {
		t.Logf("verifies: %s", id)
	}
}
