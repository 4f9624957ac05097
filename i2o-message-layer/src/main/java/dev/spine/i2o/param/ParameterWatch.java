package dev.spine.i2o.param;

/** Is notified of what initiators do to the groups of one object. Called on the object's agent. */
public interface ParameterWatch {
    /** A watch that nobody looks at. */
    ParameterWatch NONE = new ParameterWatch() {
        @Override
        public void modified(int group, int field) {
            // Nobody wants to know.
        }

        @Override
        public void unknown(int group) {
            // Nobody wants to know.
        }
    };

    /**
     * A value was set, or a row of a table was added or removed.
     *
     * @param group number of the group
     * @param field index of the field, 0xFFFF for whole rows
     */
    void modified(int group, int field);

    /**
     * An operation named a group that the object does not have.
     *
     * @param group its number
     */
    void unknown(int group);
}
