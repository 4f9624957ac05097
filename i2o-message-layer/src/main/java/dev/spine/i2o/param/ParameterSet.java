package dev.spine.i2o.param;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The parameter groups of one object, each with its values. The group of group descriptors (0xF000) is there by itself.
 *
 * <p>Filled while the object is built, then used by its agent.
 */
public final class ParameterSet {
    private final SortedMap<Integer, Entry> entries = new TreeMap<>();

    /** A group and its values. */
    record Entry(ParameterGroup group, GroupValues values) {
    }

    private final ParameterWatch watch;

    /** Makes a set with the group of group descriptors alone. */
    public ParameterSet() {
        this(ParameterWatch.NONE);
    }

    /**
     * Makes a set with the group of group descriptors alone.
     *
     * @param watch is notified of changes
     */
    public ParameterSet(ParameterWatch watch) {
        this.watch = watch;
        entries.put(GenericGroups.GROUP_DESCRIPTORS.number(), new Entry(GenericGroups.GROUP_DESCRIPTORS, new Descriptors()));
    }

    /**
     * Adds a group.
     *
     * @param group its declaration
     * @throws IllegalArgumentException the set has a group of this number
     */
    public ParameterSet add(ParameterGroup group, GroupValues values) {
        Entry earlier = entries.putIfAbsent(group.number(), new Entry(group, new WatchedValues(group, values, watch)));
        if (earlier != null) {
            throw new IllegalArgumentException("the set already has " + earlier.group() + "; leave " + group + " out");
        }
        return this;
    }

    /**
     * Adds a scalar group.
     *
     * @param values its values, which know their group
     * @throws IllegalArgumentException the set has a group of this number
     */
    public ParameterSet add(ScalarValues values) {
        return add(values.group(), values);
    }

    /** {@return the groups that the set has: the declarations in order of their numbers} */
    public List<ParameterGroup> groups() {
        return entries.values().stream().map(Entry::group).toList();
    }

    @Nullable Entry find(int groupNumber) {
        Entry entry = entries.get(groupNumber);
        if (entry == null) {
            watch.unknown(groupNumber);
        }
        return entry;
    }

    /** One row for each group of the set. */
    private final class Descriptors implements GroupValues {
        @Override
        public int rowCount() {
            return entries.size();
        }

        @Override
        public FieldValue read(int row, int field) {
            Entry entry = entries.values().stream().skip(row).findFirst().orElseThrow();
            return FieldValue.number(switch (field) {
                case 0 -> entry.group().number();
                case 1 -> entry.group().fields().size();
                case 2 -> entry.values().rowCount();
                case 3 -> entry.group().properties();
                default -> 0;
            });
        }
    }
}
