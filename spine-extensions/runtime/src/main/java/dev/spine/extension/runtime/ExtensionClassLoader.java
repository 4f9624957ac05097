package dev.spine.extension.runtime;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.MeterAccount;
import dev.spine.extension.runtime.meter.ClassMeter;
import dev.spine.extension.runtime.verify.InvalidException;
import dev.spine.extension.runtime.verify.UninstantiableException;
import java.util.Map;

/**
 * The name space of one loaded extension: its own classes, and those that {@link LinkPolicy} allows. Once the runtime drops it, the
 * classes go.
 */
final class ExtensionClassLoader extends ClassLoader implements MeterAccount.Holder {
    /** How the names of all such loaders begin. */
    static final String NAME = "extension ";

    /** What code reports of itself beside what it uses. */
    enum Probes {
        /** Nothing. */
        NONE,
        /** Each line of its source. */
        LINES
    }

    private final Map<String, byte[]> classes;
    private final MeterAccount account;

    /**
     * A name space.
     *
     * @param image the classes
     * @param account what their code is charged to
     * @param probes whether the code tells which line it has reached
     * @throws ExtensionException when the image defines a class in a name space that is not its author's, or one that cannot be metered
     */
    ExtensionClassLoader(ExtensionImage image, MeterAccount account, Probes probes) throws ExtensionException {
        super(NAME + image.name(), Extension.class.getClassLoader());
        for (String name : image.classes().keySet()) {
            if (!LinkPolicy.mayDefine(name)) {
                throw new InvalidException("the image defines " + name + ": use a package of your own");
            }
        }
        this.account = account;
        // Whatever the host JVM was started with: the same image takes the same way everywhere.
        setDefaultAssertionStatus(false);
        try {
            ClassMeter meter = new ClassMeter(image.classes());
            this.classes = probes == Probes.LINES ? meter.meterWithLines() : meter.meter();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new InvalidException("the image cannot be metered: " + FailureText.of(e), e);
        }
        classes.put(ClassMeter.ACCOUNT_CLASS, ClassMeter.accountClass());
    }

    @Override
    public MeterAccount account() {
        return account;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            byte[] bytes = classes.get(name);
            if (bytes != null) {
                return defineClass(name, bytes, 0, bytes.length);
            }
            if (LinkPolicy.allows(name) || LinkPolicy.allowsMeter(name)) {
                return super.loadClass(name, resolve);
            }
            throw new ClassNotFoundException(name + " is not open to extensions: they link to dev.spine.extension.api and a few packages"
                + " of the JDK");
        }
    }

    /**
     * Makes the extension's entry.
     *
     * @param entryClass its class
     * @return the new object
     * @throws ExtensionException when the class cannot be linked or made, or is no {@link Extension}
     */
    Extension instantiate(String entryClass) throws ExtensionException {
        try {
            Class<?> type = loadClass(entryClass, false);
            if (!Extension.class.isAssignableFrom(type)) {
                throw new UninstantiableException(entryClass + " does not implement " + Extension.class.getName());
            }
            return (Extension) type.getConstructor().newInstance();
        } catch (NoSuchMethodException e) {
            throw new UninstantiableException(entryClass + " has no public constructor without arguments: add one", e);
        } catch (ReflectiveOperationException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new UninstantiableException(entryClass + " cannot be made: " + FailureText.of("constructor", cause), e);
        } catch (ExtensionException e) {
            throw e;
        } catch (Throwable e) {
            // What its static initialisers throw comes through as it is, errors of the virtual machine too.
            throw new UninstantiableException(entryClass + " cannot be linked: "
                + FailureText.of("constructor", FailureText.causeOf(e)), e);
        }
    }
}
