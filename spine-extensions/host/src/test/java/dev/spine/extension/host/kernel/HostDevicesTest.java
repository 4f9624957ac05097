package dev.spine.extension.host.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.kernel.PlacedNode.Where;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.host.display.DisplayOsm;
import dev.spine.host.display.DisplayWindow;
import dev.spine.host.driver.HostModel;
import dev.spine.host.testkit.EngineKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import programs.DiskUser;
import programs.Painter;

/** Disks and displays of IOPs in the hands of extensions on the host. */
@Tag("SS-19")
class HostDevicesTest {
    private static PlacedNode node(Where where, EngineKind kind) {
        return new PlacedNode(where, kind, HostModel.MIXED, InstanceLimits.STANDARD);
    }

    private static int iopId(PlacedNode node) {
        return node.node.driver().iopId(node.iop);
    }

    // --- disks

    private static List<String> useDisk(Where where, EngineKind kind) {
        try (PlacedNode node = node(where, kind)) {
            int user = node.load(DiskUser.class);
            int contexts = node.onHost(node.iop::contextsInUse);
            List<String> seen = new ArrayList<>();
            // Before there is a disk, what is no disk, no TID at all, and an IOP that does not exist.
            seen.add(node.order(user, 3, 0, 0, 512));
            String noDisk = node.order(user, 1, iopId(node), node.cardTid);
            assertTrue(noDisk.contains(" -1 -1 "), noDisk);
            assertTrue(node.order(user, 1, iopId(node), 0xFFE).contains(" -1 -1 "));
            assertNotEquals("0", node.order(user, 1, 99, 8).split(" ", 2)[0]);

            seen.add(node.order(user, 1, iopId(node), node.node.tid(node.disk)));
            seen.add(node.order(user, 2, 0, 5, 4_096));
            seen.add(node.order(user, 2, 8_192, 77, 512));
            seen.add(node.order(user, 3, 0, 0, 4_096));
            seen.add(node.order(user, 3, 8_192, 0, 512));
            // Through to the medium, and all to the medium.
            seen.add(node.order(user, 9, 8_704, 78, 512));
            seen.add(node.order(user, 3, 8_704, 0, 512));
            seen.add(node.order(user, 8));
            // Beyond the end, between blocks, into memory that devices do not reach, beyond the buffer.
            seen.add(node.order(user, 3, PlacedNode.DISK_BYTES, 0, 512));
            seen.add(node.order(user, 3, 100, 0, 512));
            seen.add(node.order(user, 3, 0, 0, 100));
            seen.add(node.order(user, 4));
            seen.add(node.order(user, 5));
            seen.add(node.order(user, 6));
            int other = node.load(DiskUser.class);
            seen.add(node.order(other, 1, iopId(node), node.node.tid(node.disk)));
            seen.add(node.order(other, 3, 8_192, 0, 512));
            // An extension that leaves while the disk reads leaves nothing, and others go on.
            node.client().send(other, 1, 7);
            node.client().unload(other, 0);
            node.settle();
            node.takeAnswers();
            seen.add(node.order(user, 3, 0, 0, 4_096));
            seen.add(node.client().inspect(user, 0).failure());
            node.client().unload(user, 0);
            assertEquals(0, node.memoryInUse());
            if (where == Where.HOST) {
                node.node.tasks().await("the disk to be given back", () -> node.iop.contextsInUse() <= contexts);
            }
            return seen;
        }
    }

    private static long undeliverable(PlacedNode node) {
        return node.onHost(() -> node.where() == Where.HOST ? node.kernel.undeliverable() : node.cardRuntime.undeliverable());
    }

    @ParameterizedTest
    @EnumSource
    void aDiskDoesTheSameForAnExtensionOnTheHostAsForOneOnACard(EngineKind kind) {
        assertEquals(useDisk(Where.CARD, EngineKind.MODELLED), useDisk(Where.HOST, kind));
    }

    @ParameterizedTest
    @EnumSource
    void aResetOfTheDisksIopEndsTheStoreAndItCanBeAskedForAgain(EngineKind kind) {
        try (PlacedNode node = node(Where.HOST, kind)) {
            int user = node.load(DiskUser.class);
            assertEquals("0 65536 512 user 7", node.order(user, 1, iopId(node), node.node.tid(node.disk)));
            node.node.await("the restart", () -> node.node.driver().restart(node.iop));
            node.node.tasks().await("the OSM to see it", () -> !node.iop.isResetting());
            assertEquals("-2 3 0 user 7", node.order(user, 3, 0, 0, 512));
            assertEquals("-2 8 0 user 7", node.order(user, 8));
            assertEquals("0 6 0 user 7", node.order(user, 6));
            String again = node.order(user, 1, iopId(node), node.node.tid(node.disk));
            for (int i = 0; i < 100 && again.startsWith("1 "); i++) {
                node.settle();
                again = node.order(user, 1, iopId(node), node.node.tid(node.disk));
            }
            assertEquals("0 65536 512 user 7", again);
            assertTrue(node.order(user, 3, 0, 0, 512).startsWith("0 512 "));
            node.client().unload(user, 0);
            assertEquals(0, node.memoryInUse());
        }
    }

    @ParameterizedTest
    @EnumSource
    void storesThatWereLostMakeNoStoreImpossible(EngineKind kind) {
        try (PlacedNode node = node(Where.HOST, kind)) {
            int user = node.load(DiskUser.class);
            for (int loss = 0; loss <= HostDisks.MAX_OPEN; loss++) {
                String opened = node.order(user, 1, iopId(node), node.node.tid(node.disk));
                for (int i = 0; i < 100 && opened.startsWith("1 "); i++) {
                    node.settle();
                    opened = node.order(user, 1, iopId(node), node.node.tid(node.disk));
                }
                assertEquals("0 65536 512 user 7", opened, "after " + loss + " losses");
                node.node.await("the restart", () -> node.node.driver().restart(node.iop));
                node.node.tasks().await("the OSM to see it", () -> !node.iop.isResetting());
            }
        }
    }

    // --- displays

    private static DisplayOsm attach(PlacedNode node) {
        DisplayOsm osm = node.onHost(() -> new DisplayOsm(node.node.host(), node.node.driver(), node.iop, node.node.tid(node.display)));
        node.node.await("the display", osm::claim);
        return osm;
    }

    private static byte pixel(PlacedNode node, int x, int y) {
        MemorySegment screen = node.display.surface().region().memory();
        return node.onHost(() -> screen.get(ValueLayout.JAVA_BYTE, node.display.surface().geometry().offsetOf(x, y)));
    }

    @ParameterizedTest
    @EnumSource
    void aWindowOfTheHostIsPaintedByItsExtensionUntilItMovesOrCloses(EngineKind kind) {
        try (PlacedNode node = node(Where.HOST, kind)) {
            DisplayOsm osm = attach(node);
            DisplayWindow window = node.node.await("the window", () -> osm.create(10, 5, 20, 8, 0));
            int painter = node.load(Painter.class);
            int tid = node.node.tid(node.display);
            assertEquals("0 20008 10005 user 7", node.order(painter, 1, iopId(node), tid, window.number()));
            assertEquals("0 0 0 user 7", node.order(painter, 2, 0x55));
            assertEquals(0x55, pixel(node, 10, 5));
            assertEquals(0x55, pixel(node, 29, 12));
            assertEquals(0, pixel(node, 9, 5));
            assertEquals(0, pixel(node, 30, 12));
            assertEquals(0, pixel(node, 10, 13));
            assertEquals("-4 0 0 user 7", node.order(painter, 4, 1));

            node.node.await("the move", () -> osm.move(window, 0, 0, 20, 8));
            String after = node.order(painter, 2, 0x66);
            assertNotEquals("0", after.split(" ", 2)[0]);
            assertEquals(0x55, pixel(node, 10, 5));
            assertEquals("0 3 0 user 7", node.order(painter, 3));
            assertEquals("0 20008 0 user 7", node.order(painter, 1, iopId(node), tid, window.number()));
            assertEquals("0 0 0 user 7", node.order(painter, 2, 0x66));
            assertEquals(0x66, pixel(node, 0, 0));

            node.node.await("the end of the window", () -> osm.destroy(window));
            assertNotEquals("0", node.order(painter, 2, 0x77).split(" ", 2)[0]);
            assertEquals(0x66, pixel(node, 0, 0));
            // No such window, no display, no IOP.
            assertTrue(node.order(painter, 1, iopId(node), tid, window.number()).contains(" -1 -1 "));
            assertTrue(node.order(painter, 1, iopId(node), node.cardTid, 1).contains(" -1 -1 "));
            assertTrue(node.order(painter, 1, 99, 8, 1).contains(" -1 -1 "));
            assertEquals("", node.client().inspect(painter, 0).failure());
            node.client().unload(painter, 0);
            assertEquals(0, undeliverable(node));
            node.node.await("the display to be given back", osm::release);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDisplayThatIsResetAnswersWithoutASurface(EngineKind kind) {
        try (PlacedNode node = node(Where.HOST, kind)) {
            int painter = node.load(Painter.class);
            node.client().send(painter, 1, 1, iopId(node), node.node.tid(node.display), 1);
            node.node.await("the restart", () -> node.node.driver().restart(node.iop));
            node.awaitAnswers(1);
            assertTrue(node.takeAnswers().getFirst().contains(" -1 -1 "));
            node.client().unload(painter, 0);
        }
    }
}
