package dev.spine.system.kind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.file.SystemFileException;
import dev.spine.system.graph.SpineComponent;

/** System files, named a.toml, of one card on a wire "outside" whose kind is tested: line 4 begins the wire, line 6 its own keys. */
record WireFile(String kind) {
    private static final SpineComponent GRAPH = SpineComponent.create();

    SystemDescription read(String keys) {
        return GRAPH.systemFile().read("a.toml", """
            name = "test"

            [[wire]]
            kind = "%s"
            name = "outside"
            %s

            [[iop]]
            name = "nic"

            [[iop.device]]
            kind = "lan"
            wire = "outside"
            """.formatted(kind, keys));
    }

    SpineSystem build(String keys, EngineChoice engine) {
        return engine.build(GRAPH.systemFactory(), read(keys));
    }

    /** Why a file with these keys is not read. */
    String refusalOf(String keys) {
        return String.valueOf(assertThrows(SystemFileException.class, () -> read(keys)).getMessage());
    }

    /** Why a system whose file is read cannot be built: one line. */
    String buildingRefused(String keys, EngineChoice engine) {
        SystemDescription description = read(keys);
        SystemFileException refusal =
            assertThrows(SystemFileException.class, () -> engine.build(GRAPH.systemFactory(), description).close());
        assertEquals(1, String.valueOf(refusal.getMessage()).lines().count(), refusal::toString);
        return String.valueOf(refusal.getMessage());
    }
}
