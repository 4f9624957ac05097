package dev.spine.system.kind;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.TapSettings;
import dev.spine.system.file.TomlSection;
import org.jspecify.annotations.Nullable;

/**
 * The keys by which a wire says which interface of Linux it is over: {@code interface}, and {@code netns}.
 *
 * @param name the interface's name, that of the wire when the key is missing
 * @param namespace name or path of its network namespace, null for that of this process
 */
record InterfaceKeys(String name, @Nullable String namespace) {
    static InterfaceKeys read(TomlSection section) {
        String name = section.text("interface", section.name("name"));
        String wrong = TapSettings.wrongName(name);
        if (wrong != null) {
            throw section.wrong(section.has("interface") ? "interface" : "name", "\"" + name + "\" " + wrong);
        }
        return new InterfaceKeys(name, section.has("netns") ? section.text("netns") : null);
    }

    /**
     * {@return the namespace that a key names}
     *
     * @throws dev.spine.device.os.SystemCallException when there is none such
     */
    static NetworkNamespace space(@Nullable String namespace) {
        return namespace == null ? NetworkNamespace.OWN : NetworkNamespace.of(namespace);
    }
}
