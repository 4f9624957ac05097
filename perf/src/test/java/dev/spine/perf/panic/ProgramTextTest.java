package dev.spine.perf.panic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs of the experiments, and the numbers that are put in. */
class ProgramTextTest {
    private static final ProgramText HAND = ProgramText.read("hand");
    private static final String STATEMENT = "DELIVER w[0] OFFSET 0 INTO 2 LEN 64;";

    @ParameterizedTest
    @ValueSource(strings = {"ping", "echo", "get-deliver", "app-to-app", "passes", "clock", "hand", "compute", "begin"})
    void eachIsAProgramAsItsFileHasIt(String name) {
        assertTrue(ProgramText.read(name).compiled().length > 0);
    }

    @Test
    void lengthAndAddressArePutIn() {
        ProgramText ping = ProgramText.read("ping").length(4_096).address(0x0253_504E_0002L);

        assertTrue(ping.text().contains("SEND body[0] LEN 4096 AS 12 TO 415 AT 0:0:2:83:80:78:0:2;"), ping::text);
        assertFalse(ping.text().contains("LEN 64"));
        assertEquals(2, HAND.repeat(STATEMENT, 2).text().split("DELIVER w", -1).length - 1);
        assertArrayEquals(HAND.compiled(), HAND.repeat(STATEMENT, 1).compiled());
    }

    @Test
    void whatIsNotThereIsToldAndNotLeftOut() {
        assertThrows(IllegalArgumentException.class, () -> ProgramText.read("echo").length(16));
        assertThrows(IllegalStateException.class, () -> ProgramText.read("nothing"));
        assertThrows(IllegalStateException.class, () -> new ProgramText("PROGRAM").compiled());
    }
}
