package array_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"ftsh/internal/array"
)

// show is the elements as `declare -p` of bash has them.
func show(a *array.Indexed) string {
	var words []string
	for i, v := range a.All() {
		words = append(words, fmt.Sprintf("[%d]=%s", i, v))
	}
	return strings.Join(words, " ")
}

func TestIndexed(t *testing.T) {
	a := array.FromValues([]string{"a", "b"})
	a.Set(2, "c")
	a.Set(1, "B")
	before := a.Clone()
	a.Set(7, "h")
	a.Set(5, "f")
	a.Unset(0)
	a.Unset(9)
	if got, want := show(a), "[1]=B [2]=c [5]=f [7]=h"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := show(before), "[0]=a [1]=B [2]=c"; got != want {
		t.Errorf("the copy is %s, want %s", got, want)
	}
	if a.Len() != 4 || a.End() != 8 {
		t.Errorf("%d elements, the end is %d", a.Len(), a.End())
	}
	a.Unset(7)
	if a.End() != 6 {
		t.Errorf("the end is %d, want 6", a.End())
	}
	var from []int
	for i := range a.From(2) {
		from = append(from, i)
	}
	if !slices.Equal(from, []int{2, 5}) {
		t.Errorf("from 2: %v", from)
	}
	if v, ok := a.Get(0); ok || v != "" {
		t.Errorf("an element that was removed is %q", v)
	}
	if v, ok := a.Get(-1); ok || v != "" {
		t.Errorf("an index below 0 has %q", v)
	}
	for i := range 8 {
		a.Unset(i)
	}
	if a.Len() != 0 || a.End() != 0 || show(a) != "" {
		t.Errorf("left: %s", show(a))
	}
}

// Random changes of both forms have the result that they have on a map.
func TestIndexedIsAMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var a array.Indexed
		model := map[int]string{}
		for n := range 60 {
			i := r.IntN(12)
			if r.IntN(3) > 0 {
				a.Set(i, fmt.Sprint(n))
				model[i] = fmt.Sprint(n)
			} else {
				a.Unset(i)
				delete(model, i)
			}
			if r.IntN(4) > 0 {
				continue
			}
			got := maps.Collect(a.All())
			if !maps.Equal(got, model) || a.Len() != len(model) {
				t.Fatalf("%v, want %v", got, model)
			}
			end := 0
			var indices []int
			for i := range a.All() {
				indices = append(indices, i)
				end = i + 1
			}
			if !slices.IsSorted(indices) || a.End() != end {
				t.Fatalf("indices %v, end %d", indices, a.End())
			}
		}
	}
}

func TestAssoc(t *testing.T) {
	var a array.Assoc
	a.Set("x", "1")
	a.Set("", "2")
	a.Set("x", "3")
	before := a.Clone()
	a.Unset("")
	a.Unset("none")
	if v, ok := a.Get("x"); v != "3" || !ok || a.Len() != 1 {
		t.Errorf("%q, %t, %d elements", v, ok, a.Len())
	}
	if v, ok := a.Get(""); ok {
		t.Errorf("an element that was removed is %q", v)
	}
	if v, ok := before.Get(""); v != "2" || !ok || before.Len() != 2 {
		t.Errorf("the copy: %q, %t, %d elements", v, ok, before.Len())
	}
}

// The order of the elements is bash's, also after some are removed and added again.
func TestAssocOrder(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	var a array.Assoc
	script := &strings.Builder{}
	script.WriteString("declare -A a\n")
	for i := range 1500 {
		key := fmt.Sprintf("k%d", i*i)
		if i%7 == 0 {
			key = strings.Repeat("é", i%5+1) + key
		}
		a.Set(key, fmt.Sprint(i))
		fmt.Fprintf(script, "a[%s]=%d\n", key, i)
		if i%3 == 0 {
			old := fmt.Sprintf("k%d", i*i/9)
			a.Unset(old)
			fmt.Fprintf(script, "unset 'a[%s]'\n", old)
		}
	}
	script.WriteString(`for k in "${!a[@]}"; do echo "$k ${a[$k]}"; done`)
	want, err := exec.Command(bash, "-c", script.String()).Output()
	if err != nil {
		t.Fatal(err)
	}
	got := &strings.Builder{}
	for key, value := range a.All() {
		fmt.Fprintf(got, "%s %s\n", key, value)
	}
	if got.String() != string(want) {
		t.Errorf("the order is not bash's:\n%.300s\nwant\n%.300s", got, want)
	}
}

// Several may read an array at once, also while its order is not known yet.
func TestReadersAtOnce(t *testing.T) {
	var a array.Indexed
	var m array.Assoc
	for i := range 100 {
		a.Set(1000-7*i, "v")
		m.Set(fmt.Sprint(i), "v")
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			n := 0
			for range a.All() {
				n++
			}
			for range m.All() {
				n++
			}
			if n != 200 || a.End() != 1001 {
				t.Errorf("%d elements, the end is %d", n, a.End())
			}
		})
	}
	wg.Wait()
}

func TestReplace(t *testing.T) {
	var a array.Indexed
	a.Set(5, "x")
	a.Set(2, "y")
	a.Replace([]string{"a", "b"})
	if got, want := show(&a), "[0]=a [1]=b"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
