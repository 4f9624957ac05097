package dev.spine.extension.runtime.meter;

import dev.spine.extension.api.metered.MeterAccount;
import dev.spine.extension.api.metered.Values;
import dev.spine.extension.runtime.verify.AllowList;
import dev.spine.extension.runtime.verify.Library;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Classes of an image in a namespace of their own, metered or as they are. */
final class MeteredProgram extends ClassLoader implements MeterAccount.Holder {
    final MeterAccount account = new MeterAccount();
    private final Map<String, byte[]> classes;

    private final boolean onlyTheList;
    private final boolean isMetered;

    private final MeteredLibrary library;

    private MeteredProgram(Map<String, byte[]> classes, boolean onlyTheList, boolean isMetered, Probes probes) {
        super("program", MeteredProgram.class.getClassLoader());
        this.classes = classes;
        this.onlyTheList = onlyTheList;
        this.isMetered = isMetered;
        this.library = MeteredLibrary.of(probes);
        setDefaultAssertionStatus(false);
    }

    /** As a card loads it: nothing can be linked to but what the list has. */
    static MeteredProgram confined(Map<String, byte[]> image) {
        return confined(image, Probes.NONE);
    }

    static MeteredProgram confined(Map<String, byte[]> image, Probes probes) {
        return metered(image, true, probes);
    }

    static MeteredProgram metered(Map<String, byte[]> image) {
        return metered(image, Probes.NONE);
    }

    static MeteredProgram metered(Map<String, byte[]> image, Probes probes) {
        return metered(image, false, probes);
    }

    private static MeteredProgram metered(Map<String, byte[]> image, boolean onlyTheList, Probes probes) {
        Map<String, byte[]> all = new LinkedHashMap<>(new ClassMeter(image).meter(probes));
        all.put(ClassMeter.ACCOUNT_CLASS, ClassMeter.accountClass());
        return new MeteredProgram(all, onlyTheList, true, probes);
    }

    static MeteredProgram plain(Map<String, byte[]> image) {
        return new MeteredProgram(image, false, false, Probes.NONE);
    }

    /** {@return the same classes in another namespace, with an account of their own} */
    MeteredProgram again() {
        return new MeteredProgram(classes, onlyTheList, isMetered, library.probes());
    }

    @Override
    public MeterAccount account() {
        return account;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean isMeters = name.equals(MeterAccount.class.getName()) || name.startsWith(Values.class.getPackageName() + ".");
        if (onlyTheList && !isMeters && !classes.containsKey(name) && !Library.has(name.replace('.', '/'))
            && !AllowList.standard().type(name.replace('.', '/'))) {
            throw new ClassNotFoundException(name);
        }
        if (isMetered && Library.has(name.replace('.', '/'))) {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : findClass(name);
            }
        }
        return super.loadClass(name, resolve);
    }

    /** Calls the method that a program of the verifier's corpus has. */
    Object run(String packageName) throws ReflectiveOperationException {
        Method run = loadClass(packageName + ".Program").getDeclaredMethod("run");
        run.setAccessible(true);
        return Objects.requireNonNull(run.invoke(null));
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.getOrDefault(name, isMetered ? library.classFile(name) : null);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        if (onlyTheList) {
            // As a card does; other programs are compared whatever they have come to before.
            account.defined();
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    /** Makes an object of a class, which is a program. */
    @SuppressWarnings("unchecked")
    Callable<Object> make(String name) throws Throwable {
        try {
            var constructor = loadClass(name).getDeclaredConstructor();
            constructor.setAccessible(true);
            return (Callable<Object>) constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
