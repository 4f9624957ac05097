package dev.spine.command.spec;

import dev.spine.i2o.spec.ConstantLine;
import dev.spine.i2o.spec.FieldLine;
import dev.spine.i2o.spec.Specification;
import dev.spine.i2o.spec.Structure;
import java.util.List;

/** The specification as lines of fields separated by tabs: fields first, then constants. */
final class SpecTsv {
    /** What stands where the public headers have no name. */
    static final String NO_NAME = "-";

    private SpecTsv() {
    }

    static String write(Specification specification) {
        StringBuilder out = new StringBuilder();
        for (Structure structure : specification.structures()) {
            for (FieldLine line : specification.fields(structure.name())) {
                append(out, List.of(line.structure(), line.field(), Integer.toString(line.byteOffset()), Integer.toString(line.firstBit()),
                    Integer.toString(line.bits()), nameOr(line.publicName())));
            }
        }
        for (ConstantLine line : specification.constants()) {
            append(out, List.of("constant", line.constant().name(), line.constant().hexadecimal(), nameOr(line.publicName())));
        }
        return out.toString();
    }

    private static String nameOr(String publicName) {
        return publicName.isEmpty() ? NO_NAME : publicName;
    }

    private static void append(StringBuilder out, List<String> cells) {
        out.append(String.join("\t", cells)).append('\n');
    }
}
