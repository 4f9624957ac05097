package dev.spine.i2o.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.layout.Field;
import dev.spine.i2o.spec.PublicNames.Member;
import dev.spine.i2o.spec.PublicNames.NamedStructure;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpecificationTest {
    private final Specification specification = Specification.ofTheCode();

    @Test
    void noTwoStructuresShareAName() {
        Set<String> names = new HashSet<>();
        for (Structure structure : Structures.ALL) {
            assertTrue(names.add(structure.name()), structure::name);
        }
    }

    @Test
    void everyFieldOfEveryStructureHasALine() {
        for (Structure structure : Structures.ALL) {
            List<String> printed = specification.fields(structure.name()).stream().map(FieldLine::field).toList();
            for (Field field : structure.layout().fields()) {
                assertTrue(printed.contains(field.name()), () -> structure.name() + " " + field);
            }
        }
    }

    @Test
    void aPublicNameStandsForOnePlaceOrOneValue() {
        Set<String> names = new HashSet<>();
        for (Structure structure : Structures.ALL) {
            for (FieldLine line : specification.fields(structure.name())) {
                assertTrue(line.publicName().isEmpty() || names.add(line.publicName()), line::publicName);
            }
        }
        for (ConstantLine line : specification.constants()) {
            assertTrue(line.publicName().isEmpty() || names.add(line.publicName()), line::publicName);
        }
    }

    @Test
    void reservedBitsOfPublicStructuresAreNoFieldsOfOurs() {
        for (NamedStructure named : PublicNames.read().structures()) {
            for (Member member : named.members()) {
                FieldPosition place = member.place();
                if (place != null) {
                    compare(named, member, place);
                }
            }
        }
    }

    /** Reserved bits touch no field; a member that is several fields at once holds each of them whole. */
    private static void compare(NamedStructure named, Member member, FieldPosition place) {
        boolean reserved = member.publicName().toLowerCase(Locale.ROOT).startsWith("reserved");
        long first = place.firstBitOfAll();
        for (Field field : structure(named.structure()).layout().fields()) {
            long fieldFirst = FieldPosition.of(field).firstBitOfAll();
            boolean apart = fieldFirst >= first + place.bits() || fieldFirst + field.bits() <= first;
            boolean within = fieldFirst >= first && fieldFirst + field.bits() <= first + place.bits();
            assertTrue(apart || !reserved && (within || field.bits() > place.bits()),
                () -> named.publicName() + "." + member.publicName() + " and " + field);
        }
    }

    private static Structure structure(String name) {
        return Structures.ALL.stream().filter(structure -> structure.name().equals(name)).findFirst().orElseThrow();
    }

    @Test
    void theMembersOfAPublicStructureStandInTheOrderOfTheirPlaces() {
        for (NamedStructure named : PublicNames.read().structures()) {
            Map<String, FieldLine> lines = new HashMap<>();
            specification.fields(named.structure()).forEach(line -> lines.put(line.publicName(), line));
            long earlier = -1;
            for (Member member : named.members()) {
                FieldLine line = lines.get(named.publicName() + "." + member.publicName());
                assertFalse(line == null, member::publicName);
                long first = (long) line.byteOffset() * Byte.SIZE + line.firstBit();
                assertTrue(first >= earlier, line::toString);
                earlier = first;
            }
        }
    }

    @Test
    void linesCarryThePlacesOfTheCode() {
        assertTrue(specification.fields("ExecSysTabSet").contains(
            new FieldLine("ExecSysTabSet", "SegmentNumber", 20, 0, 12, "I2O_EXEC_SYS_TAB_SET_MESSAGE.SegmentNumber")));
        assertTrue(specification.fields("UtilClaim").contains(
            new FieldLine("UtilClaim", "StdMessageFrame", 0, 0, 96, "I2O_UTIL_CLAIM_MESSAGE.StdMessageFrame")));
        assertEquals("0xA3", value("I2O_EXEC_SYS_TAB_SET"));
        assertEquals("0x80000000", value("I2O_EVENT_IND_STATE_CHANGE"));
        assertEquals("0xF200", value("I2O_UTIL_SENSORS_GROUP_NO"));
        assertEquals("0x0C", value("I2O_TID_SZ"));
        assertEquals("0x18", value("I2O_MODULE_NAME_SZ"));
    }

    private String value(String publicName) {
        return specification.constants().stream().filter(line -> line.publicName().equals(publicName)).findFirst().orElseThrow()
            .constant().hexadecimal();
    }
}
