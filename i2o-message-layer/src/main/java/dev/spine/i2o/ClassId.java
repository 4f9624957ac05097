package dev.spine.i2o;

/**
 * The class identifier of an object, as LCT entries and the device identity group carry it.
 *
 * <pre>
 *  31            16 15     12 11         0
 * +----------------+---------+------------+
 * | organization   | version | class      |
 * +----------------+---------+------------+
 * </pre>
 *
 * <p>Source: I2O 1.5 logical configuration table; SIG headers. Immutable; any thread.
 *
 * @param deviceClass class code, 12 bits: see {@link DeviceClass}
 * @param version class version, 4 bits: 0 is 1.0, 1 is 1.5, 2 is 2.0, 0xF matches any
 * @param organizationId organization, 16 bits: see {@link OrganizationId}
 */
public record ClassId(int deviceClass, int version, int organizationId) {
    /** Class version of I2O 1.0. */
    public static final int VERSION_1_0 = 0;
    /** Class version of I2O 2.0. */
    public static final int VERSION_2_0 = 2;
    /** Class version of I2O 1.5. */
    public static final int VERSION_1_5 = 1;
    /** The word that matches every object. */
    public static final int MATCH_ALL = 0xFFFFFFFF;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException a part does not fit its bits
     */
    public ClassId {
        if (deviceClass >>> 12 != 0 || version >>> 4 != 0 || organizationId >>> 16 != 0) {
            throw new IllegalArgumentException("class " + deviceClass + " must fit 12 bits, version " + version
                + " 4 bits and organization " + organizationId + " 16 bits");
        }
    }

    /**
     * Takes a class identifier apart.
     *
     * @param word the word on the wire, any value
     * @return its parts
     */
    public static ClassId of(int word) {
        return new ClassId(word & 0xFFF, word >>> 12 & 0xF, word >>> 16);
    }

    /**
     * An object of a SIG class in version 1.5.
     *
     * @param deviceClass class code of the SIG
     * @return its class identifier
     */
    public static ClassId standard(int deviceClass) {
        return new ClassId(deviceClass, VERSION_1_5, OrganizationId.SIG);
    }

    /**
     * An object of one of this project's own classes.
     *
     * @param deviceClass {@link DeviceClass#DISPLAY} or {@link DeviceClass#RUNTIME}
     * @return its class identifier
     */
    public static ClassId ofSpine(int deviceClass) {
        return new ClassId(deviceClass, VERSION_1_5, OrganizationId.SPINE);
    }

    /** {@return the word on the wire: organization, version and class in one word} */
    public int word() {
        return organizationId << 16 | version << 12 | deviceClass;
    }

    /**
     * Whether an object of this class is asked for by a word whose parts may be wildcards.
     *
     * @param wanted a class identifier word; class 0xFFF, version 0xF and organization 0xFFFF match anything
     * @return true if each part is equal or a wildcard
     */
    public boolean matches(int wanted) {
        ClassId wish = of(wanted);
        return (wish.deviceClass == DeviceClass.ANY || wish.deviceClass == deviceClass)
            && (wish.version == 0xF || wish.version == version)
            && (wish.organizationId == OrganizationId.ANY || wish.organizationId == organizationId);
    }

    @Override
    public String toString() {
        return DeviceClass.name(deviceClass) + " v" + version + " of 0x" + Integer.toHexString(organizationId);
    }
}
