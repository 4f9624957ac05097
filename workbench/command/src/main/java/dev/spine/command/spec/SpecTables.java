package dev.spine.command.spec;

import dev.spine.i2o.spec.ConstantLine;
import dev.spine.i2o.spec.FieldLine;
import dev.spine.i2o.spec.Specification;
import dev.spine.i2o.spec.Structure;
import dev.spine.i2o.spec.Structure.Section;
import dev.spine.system.output.TextTable;

/** The specification as tables for people. */
final class SpecTables {
    private SpecTables() {
    }

    static String write(Specification specification) {
        StringBuilder out = new StringBuilder();
        for (Section section : Section.values()) {
            heading(out, section.heading());
            specification.structures().stream().filter(structure -> structure.section() == section)
                .forEach(structure -> write(out, specification, structure));
        }
        heading(out, "Constants");
        TextTable table = new TextTable("constant", "value", "public name");
        for (ConstantLine line : specification.constants()) {
            table.row(line.constant().name(), line.constant().hexadecimal(), line.publicName());
        }
        return out.append(table).toString();
    }

    private static void heading(StringBuilder out, String text) {
        out.append(out.isEmpty() ? "" : "\n").append(text).append('\n').append("=".repeat(text.length())).append("\n\n");
    }

    private static void write(StringBuilder out, Specification specification, Structure structure) {
        out.append(structure.name()).append(structure.about().isEmpty() ? "" : ": " + structure.about())
            .append(", ").append(structure.layout().sizeBytes()).append(" bytes\n");
        TextTable table = new TextTable("  byte", "bits", "field", "public name");
        for (FieldLine line : specification.fields(structure.name())) {
            int lastBit = line.firstBit() + line.bits() - 1;
            table.row(Integer.toString(line.byteOffset()), "[" + lastBit + ":" + line.firstBit() + "]", line.field(), line.publicName());
        }
        if (table.rows().size() > 1) {
            out.append(table);
        }
        out.append('\n');
    }
}
