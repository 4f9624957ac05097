package dev.spine.extension.api.library.script;

import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.function.Supplier;

/** What a program did, in words. */
final class Trace {
    private final StringBuilder text = new StringBuilder();
    final Random random;

    Trace(long seed) {
        random = new Random(seed);
    }

    int upTo(int bound) {
        return random.nextInt(bound);
    }

    boolean once(int times) {
        return random.nextInt(times) == 0;
    }

    /** A small number, rarely null. */
    Integer number() {
        return once(25) ? null : Integer.valueOf(upTo(24));
    }

    /** A key of which many share a hash code, rarely null. */
    Key key() {
        return once(25) ? null : new Key(upTo(40));
    }

    void of(String what, Supplier<Object> action) {
        text.append(what).append(": ");
        try {
            text.append(show(action.get()));
        } catch (IndexOutOfBoundsException e) {
            text.append("IndexOutOfBoundsException"); // or one of its kinds
        } catch (RuntimeException e) {
            text.append(e.getClass().getSimpleName());
        }
        text.append('\n');
    }

    void run(String what, Runnable action) {
        of(what, () -> {
            action.run();
            return "done";
        });
    }

    private static String show(Object object) {
        return object instanceof Object[] array ? Arrays.toString(array) : String.valueOf(object);
    }

    /** Goes through a collection, removes some elements on the way, and now and then changes it behind the iterator's back. */
    void iterate(Collection<?> collection, Runnable change, boolean mayRemove) {
        of("iterate", () -> {
            String seen = "";
            boolean changed = false;
            Iterator<?> each = collection.iterator();
            while (each.hasNext() && !changed) {
                seen += each.next() + " ";
                if (mayRemove && once(4)) {
                    each.remove();
                    seen += "removed ";
                } else if (once(20)) {
                    change.run();
                    seen += "changed ";
                    changed = true;
                }
            }
            text.append(seen);
            return changed && each.hasNext() ? each.next() : "end";
        });
        of("past the end", () -> {
            Iterator<?> each = collection.iterator();
            for (int i = collection.size(); i > 0; i--) {
                each.next();
            }
            try {
                return each.next();
            } catch (NoSuchElementException e) {
                return "nothing";
            }
        });
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
