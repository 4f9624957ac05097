package dev.spine.extension.runtime;

import dev.spine.extension.runtime.limits.CardLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The instances on a card by number. Belongs to the card's agent; the watchdog looks here, too. */
final class InstanceTable implements Resident.Table {
    private final @Nullable ExtensionInstance[] instances = new ExtensionInstance[CardLimits.MAX_INSTANCES + 1];

    @Override
    public @Nullable ExtensionInstance get(int number) {
        return number > 0 && number < instances.length ? instances[number] : null;
    }

    /** {@return an instance that an owner may name, or null; the node itself may name every one} */
    @Nullable ExtensionInstance get(int number, int owner) {
        ExtensionInstance instance = get(number);
        return instance != null && (owner == 0 || instance.owner() == owner) ? instance : null;
    }

    /** {@return all of them, by number} */
    List<ExtensionInstance> all() {
        return Arrays.stream(instances).filter(Objects::nonNull).toList();
    }

    /** {@return those that end with the connection of an owner} */
    List<ExtensionInstance> tiedTo(int owner) {
        return all().stream().filter(instance -> instance.options().tied() && instance.owner() == owner).toList();
    }

    /** {@return the lowest number that no instance has, or 0 when there are as many as can be} */
    int freeNumber() {
        for (int number = 1; number < instances.length; number++) {
            if (instances[number] == null) {
                return number;
            }
        }
        return 0;
    }

    void add(ExtensionInstance instance) {
        instances[instance.number()] = instance;
    }

    void remove(ExtensionInstance instance) {
        instances[instance.number()] = null;
    }
}
