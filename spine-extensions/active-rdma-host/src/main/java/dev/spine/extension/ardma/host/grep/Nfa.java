package dev.spine.extension.ardma.host.grep;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** A pattern as places with ways between them. Made from the end on, so that each place knows where it leads. */
final class Nfa {
    /** Places, and parts that were looked at for them: repetitions within repetitions are written out. */
    private static final int MOST = 8_000;
    static final int END = 0;

    /** A place: it leads on by a byte of a set, at the begin or the end of a line, or by itself to one place or two. */
    sealed interface Place {
        record Match() implements Place {}

        record OnByte(BitSet set, int next) implements Place {}

        record AtBegin(int next) implements Place {}

        record AtEnd(int next) implements Place {}

        record Either(int next, int other) implements Place {}
    }

    private final List<Place> places = new ArrayList<>();
    private final int first;
    private int looked;

    Nfa(Node pattern) throws GrepSyntaxException {
        places.add(new Place.Match());
        first = add(pattern, END);
    }

    int first() {
        return first;
    }

    int size() {
        return places.size();
    }

    Place place(int number) {
        return places.get(number);
    }

    private int put(Place place) {
        places.add(place);
        return places.size() - 1;
    }

    /** Adds a part that leads to a place; where it begins. */
    private int add(Node part, int next) throws GrepSyntaxException {
        if (++looked > MOST) {
            throw new GrepSyntaxException(1, "it has more than " + MOST + " parts when its repetitions are written out: repeat less");
        }
        return switch (part) {
            case Node.Bytes bytes -> put(new Place.OnByte(bytes.set(), next));
            case Node.Begin() -> put(new Place.AtBegin(next));
            case Node.End() -> put(new Place.AtEnd(next));
            case Node.Sequence sequence -> {
                int at = next;
                for (Node each : sequence.parts().reversed()) {
                    at = add(each, at);
                }
                yield at;
            }
            case Node.Choice choice -> {
                int at = add(choice.parts().getLast(), next);
                for (Node each : choice.parts().subList(0, choice.parts().size() - 1).reversed()) {
                    at = put(new Place.Either(add(each, next), at));
                }
                yield at;
            }
            case Node.Repeat repeat -> addRepeat(repeat, next);
        };
    }

    private int addRepeat(Node.Repeat repeat, int next) throws GrepSyntaxException {
        int at = next;
        int must = repeat.least();
        if (repeat.most() == Node.WITHOUT_END) {
            int again = put(new Place.Either(next, next));
            int body = add(repeat.part(), again);
            places.set(again, new Place.Either(body, next));
            at = must == 0 ? again : body;
            must = Math.max(must - 1, 0);
        } else {
            for (int i = must; i < repeat.most(); i++) {
                at = put(new Place.Either(add(repeat.part(), at), next));
            }
        }
        for (int i = 0; i < must; i++) {
            at = add(repeat.part(), at);
        }
        return at;
    }
}
