package dev.spine.iop.engine.modelled;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowPartsTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 4", "3, 2", "16, 1", "17, 1", "256, 2", "100, 3", "1000, 4"})
    void everyNodeIsInOnePart(int nodes, int count) {
        WindowParts parts = new WindowParts(nodes, count);
        int[] seen = new int[nodes];
        for (int part = 0; part < parts.count(); part++) {
            for (int node = parts.begin(part); node < parts.end(part); node++) {
                seen[node]++;
                assertEquals(part, parts.partOf(node));
            }
        }
        assertTrue(Arrays.stream(seen).allMatch(times -> times == 1), () -> Arrays.toString(seen));
    }

    @Test
    void nothingOfAPartIsClaimedBeforeItIsOpened() {
        WindowParts parts = new WindowParts(40, 2);
        for (int window = 0; window < 3; window++) {
            parts.close();
            assertEquals(parts.end(1), parts.claim(1));
            assertTrue(parts.opens(1));
            assertFalse(parts.opens(1), "by one only");
            assertEquals(parts.end(1), parts.claim(1), "what was sent is not there yet");
            parts.opened(1);
            assertEquals(20, parts.claim(1));
            assertEquals(36, parts.claim(1));
            assertEquals(parts.end(1), parts.claim(1));
            assertEquals(parts.end(1), parts.claim(1));
            assertEquals(parts.end(0), parts.claim(0), "the other part is closed");
        }
    }

    @Test
    void severalThreadsClaimEachNodeOnceInEachWindow() throws Exception {
        int threads = 3;
        int windows = 2_000;
        int nodes = 100;
        WindowParts parts = new WindowParts(nodes, threads);
        parts.close();
        AtomicIntegerArray claimed = new AtomicIntegerArray(nodes);
        CyclicBarrier barrier = new CyclicBarrier(threads, parts::close);
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
            Future<?>[] all = new Future<?>[threads];
            for (int thread = 0; thread < threads; thread++) {
                int own = thread;
                all[thread] = executor.submit(() -> {
                    for (int window = 0; window < windows; window++) {
                        for (int i = 0; i < threads; i++) {
                            claimAll(parts, (own + i) % threads, claimed);
                        }
                        barrier.await();
                    }
                    return null;
                });
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        assertArrayEquals(IntStream.generate(() -> windows).limit(nodes).toArray(), IntStream.range(0, nodes).map(claimed::get).toArray());
    }

    private static void claimAll(WindowParts parts, int part, AtomicIntegerArray claimed) {
        if (parts.opens(part)) {
            parts.opened(part);
        }
        for (int first = parts.claim(part); first < parts.end(part); first = parts.claim(part)) {
            for (int node = first; node < Math.min(first + WindowParts.CLAIM, parts.end(part)); node++) {
                claimed.incrementAndGet(node);
            }
        }
    }
}
