package dev.spine.command.route.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A full table of the Internet where memory allows, and as much of it as it allows elsewhere. */
class TableMemoryTest {
    private static final long GIB = 1L << 30;

    @Test
    void aMachineWithMemoryHasRoomForAFullTable() {
        assertEquals(TableMemory.FULL_KIB, new TableMemory(16 * GIB, 4 * GIB).kib(2));
        assertEquals(TableMemory.FULL_KIB, new TableMemory(16 * GIB, 4 * GIB).kib(63));
    }

    @Test
    void aSmallMachineHasSmallerTables() {
        assertEquals(TableMemory.MIN_KIB, new TableMemory(0, 0).kib(2));
        assertEquals(TableMemory.FULL_KIB / 2, new TableMemory(16 * GIB, GIB / 2).kib(2), "the host keeps the routes, too");
        assertEquals(TableMemory.FULL_KIB / 4, new TableMemory(GIB, 4 * GIB).kib(32), "every card has a table");
    }

    @Test
    void whatThisMachineHasIsRead() {
        assertTrue(TableMemory.now().available() > 0);
        assertTrue(TableMemory.now().heap() > 0);
    }
}
