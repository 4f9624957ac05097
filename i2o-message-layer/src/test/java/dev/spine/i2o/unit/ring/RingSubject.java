package dev.spine.i2o.unit.ring;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The front end that the contract suite sees of every ring. */
interface RingSubject {
    boolean offer(Integer item);

    @Nullable Integer poll();

    boolean isEmpty();

    int size();

    int capacity();

    /** A kind of ring at a capacity. */
    record Kind(String name, int asked, IntFunction<RingSubject> maker) {
        RingSubject make() {
            return maker.apply(asked);
        }

        @Override
        public String toString() {
            return name + " for " + asked;
        }
    }

    static Stream<Kind> kinds() {
        return Stream.of(1, 63, 64, 65, 255, 256, 257, 1000)
            .flatMap(asked -> List.of(
                new Kind("SpscRing", asked, RingSubject::spsc),
                new Kind("IndexRing", asked, RingSubject::index)).stream());
    }

    static RingSubject spsc(int asked) {
        SpscRing<Integer> ring = new SpscRing<>(asked);
        return new RingSubject() {
            @Override
            public boolean offer(Integer item) {
                return ring.offer(item);
            }

            @Override
            public @Nullable Integer poll() {
                return ring.poll();
            }

            @Override
            public boolean isEmpty() {
                return ring.isEmpty();
            }

            @Override
            public int size() {
                return ring.size();
            }

            @Override
            public int capacity() {
                return ring.capacity();
            }
        };
    }

    static RingSubject index(int asked) {
        IndexRing ring = new IndexRing(asked);
        return new RingSubject() {
            @Override
            public boolean offer(Integer item) {
                // The caller of an index ring counts; here it asks.
                if (ring.size() == ring.capacity()) {
                    return false;
                }
                ring.offer(item);
                return true;
            }

            @Override
            public @Nullable Integer poll() {
                int index = ring.poll();
                return index == IndexRing.NONE ? null : Integer.valueOf(index);
            }

            @Override
            public boolean isEmpty() {
                return ring.isEmpty();
            }

            @Override
            public int size() {
                return ring.size();
            }

            @Override
            public int capacity() {
                return ring.capacity();
            }
        };
    }
}
