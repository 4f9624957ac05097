package dev.spine.extension.services.connection;

/**
 * Records in the order of their last use, the longest unused one first. Each record is in one such list at a time; two fields link them.
 */
public final class AgeList {
    private final Records records;
    private final int beforeField;
    private final int behindField;
    private int oldest = Records.NONE;
    private int newest = Records.NONE;
    private int size;

    /**
     * An empty list.
     *
     * @param records of which
     * @param beforeField the field that names the record before
     * @param behindField the field that names the record behind
     */
    public AgeList(Records records, int beforeField, int behindField) {
        this.records = records;
        this.beforeField = beforeField;
        this.behindField = behindField;
    }

    /** {@return the longest unused one, or {@link Records#NONE}} */
    public int oldest() {
        return oldest;
    }

    /** {@return how many there are} */
    public int size() {
        return size;
    }

    /**
     * Adds one that was used now.
     *
     * @param record that is in no list
     */
    public void add(int record) {
        records.set(record, beforeField, newest);
        records.set(record, behindField, Records.NONE);
        if (newest == Records.NONE) {
            oldest = record;
        } else {
            records.set(newest, behindField, record);
        }
        newest = record;
        size++;
    }

    /**
     * Takes one out.
     *
     * @param record of this list
     */
    public void remove(int record) {
        int before = records.get(record, beforeField);
        int behind = records.get(record, behindField);
        if (before == Records.NONE) {
            oldest = behind;
        } else {
            records.set(before, behindField, behind);
        }
        if (behind == Records.NONE) {
            newest = before;
        } else {
            records.set(behind, beforeField, before);
        }
        size--;
    }

    /**
     * Makes one of the list the last used one.
     *
     * @param record of this list
     */
    public void touch(int record) {
        if (record != newest) {
            remove(record);
            add(record);
        }
    }
}
