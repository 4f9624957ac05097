package dev.spine.i2o.spec;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.SingleReply;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ParameterGroups;
import dev.spine.i2o.sgl.SglLayouts;
import dev.spine.i2o.spec.ConstantSet.Constant;
import dev.spine.i2o.spec.PublicNames.Member;
import dev.spine.i2o.spec.PublicNames.Named;
import dev.spine.i2o.spec.PublicNames.NamedStructure;
import dev.spine.i2o.spec.PublicNames.Width;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The specification, line by line: fields and constants with their public names. Immutable; any thread.
 *
 * <p>Places and values come from the layouts and constants that the code works with; of the file of names only reserved bits and members
 * that are several fields at once bring a place of their own.
 */
public final class Specification {
    /** Marks a code that the public headers declare where it stands in the upper byte of a half word. */
    private static final String IN_UPPER_BYTE = "<<8";

    private static final Specification OF_THE_CODE = new Specification(PublicNames.read());

    private final Map<String, Structure> structures = new LinkedHashMap<>();
    private final Map<String, List<FieldLine>> fields = new LinkedHashMap<>();
    private final List<ConstantLine> constants = new ArrayList<>();

    private Specification(PublicNames names) {
        for (Structure structure : Structures.ALL) {
            structures.put(structure.name(), structure);
            fields.put(structure.name(), new ArrayList<>());
        }
        names.structures().forEach(this::nameFields);
        structures.values().forEach(this::addNamelessFields);
        fields.values().forEach(lines -> lines.sort(
            Comparator.<FieldLine>comparingLong(line -> (long) line.byteOffset() * Byte.SIZE + line.firstBit())
                .thenComparing(FieldLine::publicName)));
        nameConstants(names);
    }

    /** {@return the specification of this build: the one instance} */
    public static Specification ofTheCode() {
        return OF_THE_CODE;
    }

    /** {@return every structure: an unmodifiable list in order of the sections} */
    public List<Structure> structures() {
        return List.copyOf(structures.values());
    }

    /**
     * The fields of a structure in order of their place.
     *
     * @param structure its name
     * @return one line per field and public name
     * @throws IllegalArgumentException there is no such structure
     */
    public List<FieldLine> fields(String structure) {
        List<FieldLine> lines = fields.get(structure);
        if (lines == null) {
            throw new IllegalArgumentException("there is no structure " + structure);
        }
        return List.copyOf(lines);
    }

    /**
     * Every constant: those of {@link ConstantSets}, the numbers of all parameter groups, and the widths that have a public name.
     *
     * @return one line per constant and public name
     */
    public List<ConstantLine> constants() {
        return List.copyOf(constants);
    }

    private void nameFields(NamedStructure named) {
        List<FieldLine> lines = fields.get(named.structure());
        if (lines == null) {
            throw new IllegalStateException(named.publicName() + " names " + named.structure() + ", which the code does not have");
        }
        for (Member member : named.members()) {
            lines.add(FieldLine.of(named.structure(), member.field(), placeOf(named.structure(), member),
                named.publicName() + "." + member.publicName()));
        }
    }

    private void addNamelessFields(Structure structure) {
        List<FieldLine> lines = fields(structure.name());
        for (Field field : structure.layout().fields()) {
            if (lines.stream().noneMatch(line -> line.field().equals(field.name()))) {
                addNameless(structure, field);
            }
        }
    }

    private void addNameless(Structure structure, Field field) {
        List<FieldLine> lines = fields.get(structure.name());
        if (lines != null) {
            lines.add(FieldLine.of(structure.name(), field.name(), FieldPosition.of(field), ""));
        }
    }

    /** The place of a member: its own, a field's, or one of the three that public structures nest. */
    private FieldPosition placeOf(String structureName, Member member) {
        FieldPosition own = member.place();
        if (own != null) {
            return own;
        }
        Structure structure = structures.get(structureName);
        if (structure == null) {
            throw new IllegalStateException("there is no structure " + structureName);
        }
        Field field = find(structure.layout().fields(), member.field());
        if (field == null) {
            field = find(Header.LAYOUT.fields(), member.field());
        }
        if (field != null) {
            return FieldPosition.of(field);
        }
        return switch (member.field()) {
            case "StdMessageFrame" -> new FieldPosition(0, 0, (MessageFrame.HEADER_BYTES - Integer.BYTES) * Byte.SIZE);
            case "StdReplyFrame" -> new FieldPosition(0, 0, SingleReply.KIND.layout().sizeBytes() * Byte.SIZE);
            case "SGL" -> new FieldPosition(structure.layout().sizeBytes(), 0, SglLayouts.ELEMENT.sizeBytes() * Byte.SIZE);
            default -> throw new IllegalStateException("structure " + structureName + " has no field " + member.field());
        };
    }

    private static @Nullable Field find(List<Field> fields, String name) {
        return fields.stream().filter(field -> field.name().equals(name)).findFirst().orElse(null);
    }

    private void nameConstants(PublicNames names) {
        Map<String, List<String>> publicNames = new LinkedHashMap<>();
        for (Named named : names.constants()) {
            publicNames.computeIfAbsent(named.ours(), _ -> new ArrayList<>()).add(named.publicName());
        }
        for (Named named : names.groups()) {
            publicNames.computeIfAbsent(groupConstant(named.ours()), _ -> new ArrayList<>()).add(named.publicName());
        }
        for (ConstantSet set : ConstantSets.ALL) {
            for (Constant constant : set.constants()) {
                addConstant(constant, publicNames.remove(constant.name()));
                List<String> shifted = publicNames.remove(constant.name() + IN_UPPER_BYTE);
                if (shifted != null) {
                    addConstant(new Constant(constant.name() + IN_UPPER_BYTE, constant.value() << Byte.SIZE), shifted);
                }
            }
        }
        for (ParameterGroups groups : ParameterGroups.ALL) {
            for (ParameterGroup group : groups.groups()) {
                Constant constant = new Constant(groupConstant(group.name()), group.number());
                addConstant(constant, publicNames.remove(constant.name()));
            }
        }
        if (!publicNames.isEmpty()) {
            throw new IllegalStateException("names for constants that the code does not have: " + publicNames);
        }
        for (Width width : names.widths()) {
            FieldPosition place = placeOf(width.structure(), width.member());
            String unit = width.unit() == 1 ? "bits of " : "bytes of ";
            Constant constant = new Constant(unit + width.structure() + "." + width.member().field(), place.bits() / width.unit());
            constants.add(new ConstantLine(constant, width.publicName()));
        }
    }

    private static String groupConstant(String group) {
        return "group " + group;
    }

    private void addConstant(Constant constant, @Nullable List<String> publicNames) {
        if (publicNames == null) {
            constants.add(new ConstantLine(constant, ""));
        } else {
            publicNames.forEach(publicName -> constants.add(new ConstantLine(constant, publicName)));
        }
    }
}
