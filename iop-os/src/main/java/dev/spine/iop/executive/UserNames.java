package dev.spine.iop.executive;

import dev.spine.i2o.param.BlockStatus;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.GenericGroups;
import dev.spine.i2o.param.GroupValues;
import java.util.Arrays;
import java.util.List;

/** The names that users give an object: group 0xF102, which they write themselves. They outlive a reset of the card. On the IOP's agent. */
final class UserNames implements GroupValues {
    /** The fields that are texts. */
    static final List<String> TEXTS = List.of("DeviceName", "ServiceName", "PhysicalLocation");

    private final FieldValue[] values = new FieldValue[GenericGroups.USER_INFORMATION.fields().size()];

    UserNames() {
        Arrays.fill(values, FieldValue.ZERO);
    }

    /** A name, empty when none was given. */
    String text(String field) {
        return values[GenericGroups.USER_INFORMATION.indexOf(field)].text();
    }

    /** Gives a name; a field that is no name is left alone. */
    void set(String field, String text) {
        if (TEXTS.contains(field)) {
            values[GenericGroups.USER_INFORMATION.indexOf(field)] = FieldValue.text(text.substring(0, Math.min(text.length(), 64)));
        }
    }

    @Override
    public FieldValue read(int row, int field) {
        return values[field];
    }

    @Override
    public boolean isWritable(int field) {
        return true;
    }

    @Override
    public int write(int row, int field, FieldValue value) {
        values[field] = value;
        return BlockStatus.SUCCESS;
    }
}
