package dev.spine.extension.runtime.load;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.metered.MeterAccount;
import dev.spine.extension.runtime.meter.MeteredLibrary;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.extension.runtime.verify.UninstantiableException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The namespace of one loaded extension: its own classes with those of the library that it uses, and those that {@link LinkPolicy}
 * allows. Once the runtime drops it, the classes go. The card's agent.
 */
public final class ExtensionClassLoader extends ClassLoader implements MeterAccount.Holder {
    /** How the names of all such loaders begin. */
    static final String NAME = "extension ";

    private final Map<String, byte[]> classes;
    private final MeteredLibrary library;
    private final MeterAccount account;
    /** From then on the code decides which classes are defined, and pays for it. */
    private boolean isStarted;

    /**
     * A namespace.
     *
     * @param number the instance's
     * @param name the extension's name
     * @param image the classes
     * @param account what their code is charged to
     */
    public ExtensionClassLoader(int number, String name, MeteredImage image, MeterAccount account) {
        super(NAME + number + ' ' + name, Extension.class.getClassLoader());
        this.account = account;
        this.classes = image.classes();
        this.library = image.library();
        // Whatever the host JVM was started with: the same image takes the same way everywhere.
        setDefaultAssertionStatus(false);
    }

    /** {@return the number of the instance in whose namespace a class is, or 0 when it is no extension's} */
    public static int numberOf(@Nullable String loaderName) {
        if (loaderName == null || !loaderName.startsWith(NAME)) {
            return 0;
        }
        int end = loaderName.indexOf(' ', NAME.length());
        return Integer.parseInt(loaderName, NAME.length(), end, 10);
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
            byte[] bytes = classes.getOrDefault(name, library.classFile(name));
            if (bytes != null) {
                if (isStarted) {
                    account.defined();
                }
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
    public Extension instantiate(String entryClass) throws ExtensionException {
        try {
            // The image's own classes are part of its load; those of the library come when the code comes to them.
            for (String name : classes.keySet()) {
                loadClass(name, false);
            }
            isStarted = true;
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
