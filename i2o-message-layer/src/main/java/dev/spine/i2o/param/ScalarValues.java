package dev.spine.i2o.param;

import dev.spine.i2o.layout.Octets;
import java.util.Arrays;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The values of a scalar group, field by field. A field that nobody supplies reads as 0.
 *
 * <pre>{@code
 * new ScalarValues(LanGroups.OPERATION)
 *     .number("RxModesEnable", () -> rxModes)
 *     .setting("PacketPrePad", () -> prePad, value -> setPrePad(value))
 * }</pre>
 *
 * <p>Filled by the object while it is built; then used by its agent.
 */
public final class ScalarValues implements GroupValues {
    private final ParameterGroup group;
    private final Supplier<FieldValue>[] readers;
    private final @Nullable LongPredicate[] writers;

    /**
     * Makes values that are all 0.
     *
     * @param group the group, a scalar one
     * @throws IllegalArgumentException the group is a table
     */
    public ScalarValues(ParameterGroup group) {
        if (group.kind() != ParameterGroup.Kind.SCALAR) {
            throw new IllegalArgumentException(group + " is a table; implement GroupValues for it");
        }
        this.group = group;
        @SuppressWarnings({"unchecked", "rawtypes"})
        Supplier<FieldValue>[] none = new Supplier[group.fields().size()];
        Arrays.fill(none, (Supplier<FieldValue>) () -> FieldValue.ZERO);
        readers = none;
        writers = new @Nullable LongPredicate[group.fields().size()];
    }

    /** The group that these are the values of. */
    ParameterGroup group() {
        return group;
    }

    /**
     * Supplies a number that never changes.
     *
     * @param field name of the field
     * @param value the number
     */
    public ScalarValues number(String field, long value) {
        FieldValue constant = FieldValue.number(value);
        return supply(field, () -> constant);
    }

    /**
     * Supplies a number that is asked for at each read.
     *
     * @param field name of the field
     * @param value where it comes from
     */
    public ScalarValues number(String field, LongSupplier value) {
        return supply(field, () -> FieldValue.number(value.getAsLong()));
    }

    /**
     * Supplies a number that others may set.
     *
     * @param field name of the field
     * @param value where it comes from
     * @param setter takes a new number; false if it is refused
     */
    public ScalarValues setting(String field, LongSupplier value, LongPredicate setter) {
        writers[group.indexOf(field)] = setter;
        return number(field, value);
    }

    /**
     * Supplies a text.
     *
     * @param field name of the field
     * @param value the text, ASCII
     */
    public ScalarValues text(String field, String value) {
        FieldValue constant = FieldValue.text(value);
        return supply(field, () -> constant);
    }

    /**
     * Supplies bytes.
     *
     * @param field name of the field
     * @param value where they come from
     */
    public ScalarValues octets(String field, Supplier<Octets> value) {
        return supply(field, () -> new FieldValue(value.get()));
    }

    private ScalarValues supply(String field, Supplier<FieldValue> value) {
        readers[group.indexOf(field)] = value;
        return this;
    }

    @Override
    public FieldValue read(int row, int field) {
        return readers[field].get();
    }

    @Override
    public boolean isWritable(int field) {
        return writers[field] != null;
    }

    @Override
    public int write(int row, int field, FieldValue value) {
        LongPredicate writer = writers[field];
        if (writer == null) {
            return BlockStatus.FIELD_UNWRITEABLE;
        }
        return writer.test(value.number()) ? BlockStatus.SUCCESS : BlockStatus.OPERATION_ERROR;
    }
}
