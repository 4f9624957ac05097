package dev.spine.command.route;

import dev.spine.device.os.TapSettings;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * What {@code --tap} and {@code --xdp} say: the interface behind a card's wire, and where it is.
 *
 * @param interfaceName name of the interface
 * @param namespace name or path of its network namespace, null for that of this process
 */
record InterfaceOption(String interfaceName, @Nullable String namespace) {
    /** What an IOP cannot be called. */
    private static final Set<String> PARTS = Set.of("host", "bus", "wire");

    /**
     * {@return the name of the port, which is everywhere that of the interface} Where that is not enough, because another port's interface
     * in another namespace is called so, too, or a part of every system is, it is followed by the namespace.
     *
     * @param all that are ports
     */
    String portName(Collection<InterfaceOption> all) {
        boolean isUnique = all.stream().filter(each -> each.interfaceName.equals(interfaceName)).count() == 1;
        return isUnique && isPortName(interfaceName) ? interfaceName : interfaceName + "@" + (namespace == null ? "" : namespace);
    }

    /** {@return whether a port can be called so: what parts of every system are called it cannot} */
    static boolean isPortName(String name) {
        return !PARTS.contains(name);
    }

    /** Reads {@code NAME[@NETNS]}. */
    static final class Converter implements ITypeConverter<InterfaceOption> {
        /** Made by picocli. */
        Converter() {}

        @Override
        public InterfaceOption convert(String text) {
            int at = text.indexOf('@');
            String name = at < 0 ? text : text.substring(0, at);
            String wrong = TapSettings.wrongName(name);
            if (wrong != null) {
                throw new TypeConversionException("\"" + name + "\" " + wrong);
            }
            if (at == text.length() - 1) {
                throw new TypeConversionException("\"" + text + "\" names no network namespace behind the @");
            }
            return new InterfaceOption(name, at < 0 ? null : text.substring(at + 1));
        }
    }
}
