package dev.spine.extension.runtime.meter;

import dev.spine.extension.api.MeterAccount;
import dev.spine.extension.api.metered.Repeatable;
import dev.spine.extension.runtime.verify.AllowList;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Classes of an image in a name space of their own, metered or as they are. */
final class MeteredProgram extends ClassLoader implements MeterAccount.Holder {
    final MeterAccount account = new MeterAccount();
    private final Map<String, byte[]> classes;

    private final boolean onlyTheList;

    private MeteredProgram(Map<String, byte[]> classes, boolean onlyTheList) {
        super("program", MeteredProgram.class.getClassLoader());
        this.classes = classes;
        this.onlyTheList = onlyTheList;
        setDefaultAssertionStatus(false);
    }

    /** As a card loads it: nothing can be linked to but what the list has. */
    static MeteredProgram confined(Map<String, byte[]> image) {
        Map<String, byte[]> all = new LinkedHashMap<>(new ClassMeter(image).meter());
        all.put(ClassMeter.ACCOUNT_CLASS, ClassMeter.accountClass());
        return new MeteredProgram(all, true);
    }

    static MeteredProgram metered(Map<String, byte[]> image) {
        Map<String, byte[]> all = new LinkedHashMap<>(new ClassMeter(image).meter());
        all.put(ClassMeter.ACCOUNT_CLASS, ClassMeter.accountClass());
        return new MeteredProgram(all, false);
    }

    static MeteredProgram plain(Map<String, byte[]> image) {
        return new MeteredProgram(image, false);
    }

    @Override
    public MeterAccount account() {
        return account;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean isLinking = name.startsWith("java.lang.invoke.") || name.startsWith("java.lang.runtime.") || name.equals("java.lang.Class")
            || name.equals(MeterAccount.class.getName()) || name.startsWith(Repeatable.class.getPackageName() + ".");
        if (onlyTheList && !isLinking && !classes.containsKey(name) && !AllowList.standard().type(name.replace('.', '/'))) {
            throw new ClassNotFoundException(name);
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
        byte[] bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
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
