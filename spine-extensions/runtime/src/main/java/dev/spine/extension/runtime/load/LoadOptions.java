package dev.spine.extension.runtime.load;

import dev.spine.extension.runtime.meter.Metering;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is said about an extension when it is loaded.
 *
 * @param owner whose it is: a number that the host's control process gives to each of its users, 0 for the node itself; all 32 bits count
 * @param tied whether it ends with its owner's connection, when the control process says END_OWNER
 * @param parameters what it is told
 * @param metering whether its code is charged; only the node's own may do without
 */
public record LoadOptions(int owner, boolean tied, LoadParameters parameters, Metering metering) {
    /** The node's own, until it is unloaded, with no parameters. */
    public static final LoadOptions OF_NODE = new LoadOptions(0, false, LoadParameters.NONE);

    /**
     * Options for metered code.
     *
     * @param owner whose it is
     * @param tied whether it ends with its owner's connection
     * @param parameters what it is told
     */
    public LoadOptions(int owner, boolean tied, LoadParameters parameters) {
        this(owner, tied, parameters, Metering.METERED);
    }

    /**
     * Options for an extension that stays until it is unloaded.
     *
     * @param owner whose it is
     * @return the options
     */
    public static LoadOptions ownedBy(int owner) {
        return new LoadOptions(owner, false, LoadParameters.NONE);
    }

    /** {@return these options for an extension that ends with its owner's connection} */
    public LoadOptions whileConnected() {
        return new LoadOptions(owner, true, parameters, metering);
    }

    /** {@return these options for code that is not charged; a runtime refuses it of any owner but the node} */
    public LoadOptions unmetered() {
        return new LoadOptions(owner, tied, parameters, Metering.UNMETERED);
    }

    /**
     * Adds a parameter.
     *
     * @param name its name
     * @param value its value
     * @return the options with it
     * @throws IllegalArgumentException when name or value break a rule of {@link LoadParameters}
     */
    public LoadOptions with(String name, String value) {
        Map<String, String> values = new LinkedHashMap<>(parameters.values());
        values.put(name, value);
        return new LoadOptions(owner, tied, new LoadParameters(values), metering);
    }
}
