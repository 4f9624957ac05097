package dev.spine.iop.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SS-25")
class GrantTableTest {
    private final BusAgent peer = new BusAgent(1, "iop1");
    private final BusAgent screen = new BusAgent(2, "iop2");
    private final Bus bus = new Bus(3);
    private final GrantTable grants = bus.grants();
    private final Region surface = bus.allocate("surface", screen, Access.OWNER, 1000);

    private final HeldGrant held = new HeldGrant(grants, peer);

    private boolean covers(long token, long offset, int bytes) {
        return covers(token, surface, offset, bytes);
    }

    private boolean covers(long token, Region region, long offset, int bytes) {
        held.hold(token);
        return held.isLive() && held.covers(region, region.base() + offset, bytes, true);
    }

    private boolean reads(long token, BusAgent busAgent) {
        HeldGrant ofBusAgent = new HeldGrant(grants, busAgent);
        ofBusAgent.hold(token);
        return ofBusAgent.isLive() && ofBusAgent.covers(surface, surface.base(), 1, false);
    }

    @Test
    void aRunIsCoveredUpToTheLastByteOfItsLine() {
        long token = grants.grant(surface, 100, 200, 50, 3, peer, true);
        for (int line = 0; line < 3; line++) {
            int start = 100 + 200 * line;
            assertTrue(covers(token, start, 49));
            assertTrue(covers(token, start, 50));
            assertFalse(covers(token, start, 51));
            assertFalse(covers(token, start - 1, 1));
            assertFalse(covers(token, start - 1, 50));
            assertTrue(covers(token, start + 49, 1));
            assertFalse(covers(token, start + 50, 1));
            assertFalse(covers(token, start + 49, 2));
        }
        assertFalse(covers(token, 700, 1), "a fourth line");
        assertFalse(covers(token, 100, 250), "a run over two lines with a gap");
    }

    @Test
    void linesWithoutGapsAreOneRange() {
        long token = grants.grant(surface, 0, 100, 100, 10, peer, true);
        assertTrue(covers(token, 0, 1000));
        assertTrue(covers(token, 50, 100));
        assertFalse(covers(token, 1, 1000));
    }

    @Test
    void aRectangleMustLieInItsRegion() {
        grants.grant(surface, 0, 500, 500, 2, peer, true);
        grants.grant(surface, 999, 1, 1, 1, peer, true);
        grants.grant(surface, 0, Long.MAX_VALUE, 1000, 1, peer, true);
        assertRefused(1, 500, 500, 2);
        assertRefused(0, 501, 500, 2);
        assertRefused(0, 500, 500, 3);
        assertRefused(1000, 1, 1, 1);
        assertRefused(-1, 1, 1, 1);
        assertRefused(0, 1, 0, 1);
        assertRefused(0, 1, 1, 0);
        assertRefused(0, 0, 1, 1);
        assertRefused(0, Long.MAX_VALUE, 1, 2);
        assertRefused(0, Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);
        assertRefused(Long.MAX_VALUE, Long.MAX_VALUE, 1, 2);
    }

    private void assertRefused(long offset, long stride, long lineBytes, int lines) {
        assertThrows(IllegalArgumentException.class, () -> grants.grant(surface, offset, stride, lineBytes, lines, peer, true));
    }

    @Test
    void onlyTheHolderMayUseAGrantAndOnlyForWhatItSays() {
        long readOnly = grants.grant(surface, 0, 100, 100, 1, peer, false);
        assertTrue(reads(readOnly, peer));
        assertFalse(covers(readOnly, 0, 1));
        assertFalse(reads(readOnly, BusAgent.host()));
        assertFalse(reads(readOnly, screen));
    }

    @Test
    void aRevokedTokenNeverWorksAgain() {
        long token = grants.grant(surface, 0, 100, 100, 1, peer, true);
        assertTrue(grants.revoke(token));
        assertFalse(grants.isValid(token));
        assertFalse(covers(token, 0, 1));
        assertFalse(grants.revoke(token));
        for (int i = 0; i < 3 * GrantTable.GRANTS_PER_BUS_AGENT; i++) {
            long next = grants.grant(surface, 0, 100, 100, 1, peer, true);
            assertNotEquals(token, next);
            assertFalse(grants.isValid(token));
            assertTrue(grants.revoke(next));
        }
        assertEquals(0, grants.liveGrants());
    }

    @Test
    void aFullTableIsRefusedAndOneRevocationMakesRoom() {
        long[] tokens = new long[GrantTable.GRANTS_PER_BUS_AGENT];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = grants.grant(surface, i % 1000, 1, 1, 1, peer, true);
        }
        assertThrows(IllegalStateException.class, () -> grants.grant(surface, 0, 1, 1, 1, peer, true));
        assertTrue(grants.revoke(tokens[17]));
        long next = grants.grant(surface, 5, 1, 1, 1, peer, true);
        assertTrue(grants.isValid(next));
        assertEquals(tokens.length, grants.liveGrants());
        assertEquals(tokens.length, grants.revokeAll(surface));
        assertEquals(0, grants.liveGrants());
    }

    @Test
    void oneBusAgentsGrantsDoNotUseUpAnothers() {
        Region other = bus.allocate("other", peer, Access.OWNER, 10);
        for (int i = 0; i < GrantTable.GRANTS_PER_BUS_AGENT; i++) {
            grants.grant(surface, 0, 1, 1, 1, peer, true);
        }
        assertTrue(grants.isValid(grants.grant(other, 0, 1, 1, 1, screen, true)));
    }

    @Test
    void aTokenThatWasMadeUpIsRefused() {
        long token = grants.grant(surface, 0, 1000, 1000, 1, peer, true);
        long seed = Long.getLong("spine.seed", new Random().nextLong());
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 100_000; i++) {
            long made = switch (i % 3) {
                case 0 -> random.nextLong();
                case 1 -> token ^ (1L << random.nextInt(64));
                default -> (long) random.nextInt() << 32 | random.nextInt(3 * GrantTable.GRANTS_PER_BUS_AGENT);
            };
            boolean valid = made == token;
            String again = "token " + Long.toHexString(made) + ", run again with -Dspine.seed=" + seed;
            assertEquals(valid, grants.isValid(made), again);
            assertEquals(valid, covers(made, 0, 1), again);
            if (!valid) {
                assertFalse(grants.revoke(made), again);
            }
        }
        assertFalse(grants.isValid(GrantTable.NONE));
    }

    @Test
    void aRegionAtThePlaceOfAnotherIsNotCoveredByTheOthersGrant() {
        long token = grants.grant(surface, 0, 1000, 1000, 1, peer, true);
        Region look = new Region(surface.name(), surface.base(), surface.length(), screen, Access.OWNER, surface.memory());
        assertFalse(covers(token, look, 0, 1));
        bus.remove(surface);
        assertFalse(grants.isValid(token));
    }
}
