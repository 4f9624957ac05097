package dev.spine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenedTest {
    private final List<String> closed = new ArrayList<>();

    @Test
    void theLastOpenedIsClosedFirst() {
        try (Opened opened = new Opened()) {
            opened.add(() -> closed.add("wire"));
            opened.add(() -> closed.add("disk"));
            opened.add(() -> closed.add("engine"));
        }
        assertEquals(List.of("engine", "disk", "wire"), closed);
    }

    @Test
    void whatWasHandedOverIsClosedByItsOwnerAloneAndOnce() {
        Opened owner;
        try (Opened opened = new Opened()) {
            opened.add(() -> closed.add("wire"));
            opened.add(() -> closed.add("engine"));
            owner = opened.handOver();
        }
        assertEquals(List.of(), closed);
        owner.close();
        owner.close();
        assertEquals(List.of("engine", "wire"), closed);
    }

    @Test
    void aLaterStepThatFailsClosesTheEarlier() {
        assertThrows(IllegalStateException.class, () -> {
            try (Opened opened = new Opened()) {
                opened.add(() -> closed.add("wire"));
                throw new IllegalStateException("no disk");
            }
        });
        assertEquals(List.of("wire"), closed);
    }

    @Test
    void aFailureLeavesNothingOpen() {
        RuntimeException engine = new IllegalStateException("engine");
        RuntimeException disk = new IllegalStateException("disk");
        Opened opened = new Opened();
        opened.add(() -> closed.add("wire"));
        opened.add(() -> {
            throw disk;
        });
        opened.add(() -> {
            throw engine;
        });
        assertSame(engine, assertThrows(IllegalStateException.class, opened::close));
        assertEquals(List.of(disk), List.of(engine.getSuppressed()));
        assertEquals(List.of("wire"), closed);
    }
}
