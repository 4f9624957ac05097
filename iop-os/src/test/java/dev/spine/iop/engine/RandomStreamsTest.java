package dev.spine.iop.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomStreamsTest {
    @Test
    void theSameSeedAndPathGiveTheSameStreamForEver() {
        // These figures are part of what "the same seed" means to everybody who has recorded one.
        assertEquals(RandomStreams.of(1, "node0/iop1").nextLong(), RandomStreams.of(1, "node0/iop1").nextLong());
    }

    @Test
    void everyPathAndSeedHasItsOwnStream() {
        Set<Long> firsts = new HashSet<>();
        for (long seed = 0; seed < 100; seed++) {
            for (int iop = 0; iop < 100; iop++) {
                firsts.add(RandomStreams.of(seed, "node0/iop" + iop).nextLong());
            }
        }
        assertEquals(10_000, firsts.size());
    }
}
