package dev.spine.extension.runtime.meter;

import dev.spine.extension.api.QuotaError;
import dev.spine.extension.api.metered.MeterAccount;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/** The names that metered code uses and authors may not. */
final class Names {
    /** The class of an image that has the account, in a field. */
    static final String HOLDER_CLASS = "dev.spine.extension.metered.Account";
    static final ClassDesc ACCOUNT = ClassDesc.of(MeterAccount.class.getName());
    static final ClassDesc HOLDER = ClassDesc.of(HOLDER_CLASS);
    static final String FIELD = "ACCOUNT";
    private static final Set<String> FORBIDDEN = Set.of(internal(QuotaError.class.getName()), internal(HOLDER_CLASS));

    static final ClassDesc ERROR = ClassDesc.of("java.lang.Error");
    static final ClassDesc THROWABLE = ConstantDescs.CD_Throwable;
    static final MethodTypeDesc INT_TO_VOID = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    static final MethodTypeDesc INT_TO_INT = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);
    static final MethodTypeDesc INTS_TO_INT = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_int,
        ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_int);
    static final MethodTypeDesc TO_INT = MethodTypeDesc.of(ConstantDescs.CD_int);
    static final MethodTypeDesc TO_ERROR = MethodTypeDesc.of(ERROR);

    private static final String METERED = "dev/spine/extension/api/metered/";

    private Names() {}

    /** {@return whether no class of an image may name a class} */
    static boolean isForbidden(String internalName) {
        return FORBIDDEN.contains(internalName) || internalName.startsWith(METERED);
    }

    static String internal(String binaryName) {
        return binaryName.replace('.', '/');
    }

    static String internal(ClassDesc type) {
        String descriptor = type.descriptorString();
        return type.isClassOrInterface() ? descriptor.substring(1, descriptor.length() - 1) : descriptor;
    }
}
