package dev.spine.system.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.file.SystemFileException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values of a sweep, and ranges that are refused. */
class ProfileRangeTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "nic.clock=33MHz..1GHz/4 | iop.clock-hz | [3.3E7, 1.02883E8, 3.20753E8, 1.0E9]",
        "bus.width=4..8/2 | bus.width-bytes | [4.0, 8.0]",
        "bus.width=1..64/4:linear | bus.width-bytes | [1.0, 22.0, 43.0, 64.0]",
        "bus.width=1..4/100 | bus.width-bytes | [1.0, 2.0, 3.0, 4.0]",
        "iop.cycles.unit=0..3/4:LINEAR | iop.cycles.unit | [0.0, 1.0, 2.0, 3.0]",
        "iop.cycles.unit=0.25..4/3:geometric | iop.cycles.unit | [0.25, 1.0, 4.0]",
        "wire.bits-per-second=1Gb/s..4Gb/s/3 | wire.bits-per-second | [1.0E9, 2.0E9, 4.0E9]",
    })
    void valuesLieBetweenTheEndsAndBothEndsAreAmongThem(String written, String key, String values) {
        ProfileRange range = ProfileRange.of(written);
        assertEquals(key, range.key().path());
        assertEquals(values, roundedTo6(range.values()).toString());
    }

    private static List<Double> roundedTo6(List<Double> values) {
        return values.stream().map(value -> Double.parseDouble(String.format(Locale.ROOT, "%.6g", value))).toList();
    }

    @Test
    void valuesThatAreNearToEachOtherAreToldApart() {
        ProfileRange near = ProfileRange.of("nic.clock=33MHz..33000001");
        assertEquals(List.of("33 MHz", "33.000001 MHz"), near.values().stream().map(near::show).toList());
        assertEquals("33 MHz", ProfileRange.of("nic.clock=33MHz..1GHz").show(33e6));
    }

    @Test
    void numbersOfManyZerosHaveAnExponent() {
        assertEquals("1E-300", ProfileRange.of("iop.cycles.unit=1e-300..1/3").show(1e-300));
        assertEquals("0.001", ProfileRange.of("iop.cycles.unit=0.001..1/3").show(0.001));
    }

    @Test
    void nineValuesAreTriedWhenNothingIsSaid() {
        assertEquals(9, ProfileRange.of("bus.clock=33MHz..66MHz").values().size());
    }

    @Test
    void everyValueIsAChangeThatProfilesTake() {
        for (String written : List.of("nic.clock=33MHz..1GHz/50", "iop.cycles.unit=0..7/50:linear", "dma.setup-ns=1..1s/50",
            "card.memory=1..1e12/50")) {
            ProfileRange range = ProfileRange.of(written);
            for (double value : range.values()) {
                assertEquals(value, ProfileChange.of(range.change(value)).number());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"iop.cycles.unit=4.9e-324..1/9", "iop.cycles.unit=4.9e-324..1e9/200", "iop.cycles.unit=1e-320..2e-320/5",
        "iop.cycles.unit=1..1.0000001/7", "iop.cycles.unit=0.1..0.10000000000000002/200", "iop.cycles.unit=0..4.9e-324/3:linear",
        "iop.cycles.unit=1..1.0000001/7:linear", "card.memory=1..1e12/200",
        "iop.memory.data-miss-percent=2.2250738585072014e-308..100/200"})
    void valuesOfTheNarrowestAndTheWidestRangesRiseWithinThem(String written) {
        ProfileRange range = ProfileRange.of(written);
        List<Double> values = range.values();
        assertEquals(range.from(), values.getFirst());
        assertEquals(range.to(), values.getLast());
        for (int i = 1; i < values.size(); i++) {
            assertTrue(values.get(i) > values.get(i - 1), values::toString);
        }
        values.forEach(value -> {
            assertEquals(value, ProfileChange.of(range.change(value)).number());
            assertTrue(!range.show(value).isEmpty() && !range.showBriefly(value).isEmpty());
        });
        double middle = range.middle(range.from(), range.to());
        assertTrue(middle >= range.from() * 0.999 && middle <= range.to() * 1.001, () -> Double.toString(middle));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "placement.frames=card..host | 'placement.frames' is given by card or host: use --set for each of them",
        "nic.clock=NaN..1GHz | 'iop.clock-hz' is given by a number",
        "nic.clock=1..Infinity | 'iop.clock-hz' is given by a number",
        "nic.clock=-5..5 | 'iop.clock-hz' must be a whole number from 1 to",
        "iop.cycles.unit=-1..5 | 'iop.cycles.unit' must be a number from 0 to",
        "iop.cycles.unit=1..1e400 | 'iop.cycles.unit' must be a number from 0 to",
        "iop.cycles.unit=1..1e999999999 | 'iop.cycles.unit' must be a number from 0 to",
        "iop.cycles.unit=1e-999999999..1 | begins at 0, of which nothing is a multiple",
        "iop.cycles.unit=1..1e99999999999 | 'iop.cycles.unit' must be a number from 0 to",
        "iop.cycles.unit=1..2/99999999999999999999 | tries 99999999999999999999 values: try 2 to 200",
        "iop.cycles.unit=1..2/0 | tries 0 values: try 2 to 200",
        "iop.cycles.unit=1..2/-3 | 'iop.cycles.unit' is given by a number",
        "iop.cycles.unit=2..2 | begins where it ends: give two values",
    })
    void extremeNumbersAreRefusedInOneLine(String written, String problem) {
        String message = assertThrows(SystemFileException.class, () -> ProfileRange.of(written)).getMessage();
        assertTrue(message.contains(problem) && message.lines().count() == 1, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "nic.clock | is no sweep: write KEY=FROM..TO",
        "nic.clock=33MHz | is no sweep: write KEY=FROM..TO",
        "=1..2 | is no sweep: write KEY=FROM..TO",
        "nic.clock=..1GHz | 'iop.clock-hz' is given by a number",
        "nic.clock=33MHz.. | 'iop.clock-hz' is given by a number",
        "nic.clock=33MHz...1GHz | 'iop.clock-hz' is given by a number",
        "nic.clock=0..1GHz | 'iop.clock-hz' must be a whole number from 1 to",
        "nic.clock=1GHz..33MHz | ends below its beginning: write the smaller value first",
        "nic.clock=33MHz..33MHz | begins where it ends: give two values",
        "iop.cycles.unit=0..3 | begins at 0, of which nothing is a multiple: begin above 0, or add :linear",
        "bus.width=1.5..4 | 'bus.width-bytes' must be a whole number",
        "nic.clock=33MHz..1GHz/1 | tries 1 values: try 2 to 200",
        "nic.clock=33MHz..1GHz/201 | tries 201 values: try 2 to 200",
        "nic.clock=33MHz..1GHz/99999999999999 | tries 99999999999999 values: try 2 to 200",
        "nic.clock=33MHz..1GHz:cubic | knows no scale 'cubic'",
        "nic.speed=1..2 | no profile has 'nic.speed'",
    })
    void aRangeThatCannotBeIsRefusedInOneLine(String written, String problem) {
        SystemFileException refused = assertThrows(SystemFileException.class, () -> ProfileRange.of(written));
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.contains(problem), message);
        assertEquals(1, message.lines().count());
    }
}
