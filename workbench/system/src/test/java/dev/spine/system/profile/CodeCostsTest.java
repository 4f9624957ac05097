package dev.spine.system.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.iop.engine.Op;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an operation costs is the units that were counted of its code, times what a unit takes. */
class CodeCostsTest {
    @ParameterizedTest
    @ValueSource(strings = {"iop\tpoll\t63", "iop poll 63 0", "iop\tpoll\t63\t0\t1", "iop\tpoll\tmany\t0", "iop\tpoll\t63\t",
        "iop\tpoll\t63\t0\niop\tpoll\t64\t0"})
    void aBadLineIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> OperationUnits.of(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-63\t0", "63\t-0.1", "NaN\t0", "63\tInfinity", "many\t0", "1e300\t0"})
    void unitsThatAreNoneAreRefusedWithTheirLine(String units) {
        String line = "iop\tpoll\t" + units;
        String said = assertThrows(IllegalArgumentException.class, () -> OperationUnits.of("# counted\n" + line)).getMessage();
        assertTrue(said.startsWith("units in operations.tsv are a number from 0 to 1000000000, not '") && said.endsWith(": '" + line + "'"),
            said);
    }

    @Test
    void anOperationThatOneProcessorWasNotSeenToDoCostsWhatTheOthersDoes() {
        OperationUnits counts = OperationUnits.of("""
            # counted
            iop\tpoll\t63\t1
            host\tpoll\t100\t0
            iop\ttimer\t140\t80
            host\tdispatch\t352\t2
            """);
        assertEquals(new OperationUnits.Units(63, 1), counts.of("iop", "poll"));
        assertEquals(new OperationUnits.Units(100, 0), counts.of("host", "poll"));
        assertEquals(counts.of("iop", "timer"), counts.of("host", "timer"));
        assertEquals(counts.of("host", "dispatch"), counts.of("iop", "dispatch"));
        assertEquals(new OperationUnits.Units(0, 0), counts.of("iop", "handler"));
    }

    @Test
    void chargedBookkeepingMakesOperationsDearerByExactlyItsUnits() {
        Profile leftOut = ProfileFile.load("lanai-33");
        Profile charged = ProfileFile.load("lanai-33 with code.bookkeeping=charged");
        double all = 0;
        for (String processor : new String[] {"host", "iop"}) {
            double unit = leftOut.cycles(processor, Op.UNIT);
            for (Op op : Op.values()) {
                double bookkeeping = OperationUnits.COUNTED.of(processor, ProfileKey.leafOf(op)).bookkeeping();
                assertEquals(bookkeeping * unit, charged.cycles(processor, op) - leftOut.cycles(processor, op), 1e-9, op::name);
                all += bookkeeping;
            }
        }
        assertTrue(all > 0);
        double more = picoseconds(charged) - picoseconds(leftOut);
        double units = OperationUnits.COUNTED.of("iop", "parse-frame").bookkeeping();
        assertEquals(units * 0.602 / 33e6 * 1e12, more, 2);
    }

    @Test
    void anOperationThatAProcessorWasNotSeenToDoSaysThatItHasTheUnitsOfTheOther() {
        Profile usual = ProfileFile.load("lanai-33");
        usual.values().forEach((key, value) -> {
            if (key.unit() == Unit.UNITS) {
                boolean isSeen = OperationUnits.COUNTED.all().containsKey(key.path().replace(".units.", "."));
                assertEquals(!isSeen, value.source().contains("other processor"), key::path);
            }
        });
    }

    private static double picoseconds(Profile profile) {
        return profile.machine().iop().costs().picoseconds(Op.PARSE_FRAME);
    }
}
