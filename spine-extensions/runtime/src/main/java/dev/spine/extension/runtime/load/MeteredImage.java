package dev.spine.extension.runtime.load;

import dev.spine.extension.runtime.meter.ClassMeter;
import dev.spine.extension.runtime.meter.MeteredLibrary;
import dev.spine.extension.runtime.meter.Metering;
import dev.spine.extension.runtime.meter.Probes;
import dev.spine.extension.runtime.verify.CodeElements;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.extension.runtime.verify.InvalidException;
import dev.spine.extension.runtime.verify.MalformedException;
import java.lang.classfile.ClassModel;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;

/**
 * The classes of an image that its entry can come to, with their charges if it is metered, ready to be defined in as many namespaces as
 * want them. Nobody changes the arrays. Any thread.
 *
 * @param classes class name to metered class file, the class of the account among them
 * @param library where the classes of the library come from that it names
 */
public record MeteredImage(Map<String, byte[]> classes, MeteredLibrary library) {
    /**
     * Meters an image; as {@link #of(String, Collection, CodeElements, Probes, Metering)}.
     *
     * @param entryClass the name of its entry
     * @param models its classes
     * @param code their code
     * @param probes what the code tells of itself
     * @return the metered image
     * @throws ExtensionException when it cannot be metered
     */
    public static MeteredImage of(String entryClass, Collection<ClassModel> models, CodeElements code, Probes probes)
        throws ExtensionException {
        return of(entryClass, models, code, probes, Metering.METERED);
    }

    /**
     * Writes the charges of an image, or leaves them out.
     *
     * @param entryClass the name of its entry; classes that this cannot come to are left out
     * @param models its classes as they were read, and accepted, for the verdict
     * @param code their code as it was read
     * @param probes what the code tells of itself; nothing when it is not metered
     * @param metering whether it is
     * @return the metered image
     * @throws ExtensionException when the image defines a class in a namespace that is not its author's, or one that cannot be metered
     */
    public static MeteredImage of(String entryClass, Collection<ClassModel> models, CodeElements code, Probes probes,
        Metering metering)
        throws ExtensionException {
        try {
            ClassMeter meter = new ClassMeter(ReachedClasses.from(entryClass, models), code);
            Map<String, byte[]> classes = metering == Metering.METERED ? meter.meter(probes) : meter.unmetered();
            for (String name : classes.keySet()) {
                if (!LinkPolicy.mayDefine(name)) {
                    throw new InvalidException("the image defines " + name + ": use a package of your own");
                }
            }
            classes.put(ClassMeter.ACCOUNT_CLASS, ClassMeter.accountClass());
            return new MeteredImage(Collections.unmodifiableMap(classes), MeteredLibrary.of(probes));
        } catch (StackOverflowError | OutOfMemoryError e) {
            throw new MalformedException("the image takes more stack or memory than there is to be metered: " + FailureText.of(e), e);
        } catch (RuntimeException e) {
            throw new InvalidException("the image cannot be metered: " + FailureText.of(e), e);
        }
    }
}
